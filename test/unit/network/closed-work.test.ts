import { afterAll, expect, it } from 'vitest'
import { type ClosedWork, listRunningAttempts, runClosed } from '../../../src/network/context.ts'
import { createGuardState, type GuardState } from '../../../src/network/guard-state.ts'
import { armGuard } from '../../../src/network/refusal.ts'

const KEY = Symbol.for('tracewright.guard')
const holder = globalThis as { [KEY]?: GuardState }
const before = holder[KEY]
afterAll(() => {
  delete holder[KEY]
  if (before !== undefined) holder[KEY] = before
})

it('work outside of an attempt is kept from the network, and told which address was refused', async () => {
  delete holder[KEY]
  const state = createGuardState()
  armGuard(['api.example.org'])
  const ask = (host: string): string | undefined => state.refuse?.(host, '443')?.().message
  const work: ClosedWork = { name: "the reference's find_order", refused: [] }
  const inWork = await runClosed(work, async () => [ask('api.example.org'), ask('db.example.com')])
  expect(inWork).toEqual([
    undefined,
    expect.stringContaining(
      'Blocked request to db.example.com:443: the network is closed while "the reference\'s find_order" runs.',
    ),
  ])
  expect(work.refused).toEqual(['db.example.com:443'])
  await expect(runClosed(work, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(listRunningAttempts()).toEqual([])
  expect(ask('db.example.com')).toBeUndefined()
})
