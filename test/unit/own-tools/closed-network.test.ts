import { afterAll, expect, it } from 'vitest'
import { createGuardState, type GuardState } from '../../../src/network/guard-state.ts'
import { armGuard } from '../../../src/network/refusal.ts'
import { OwnApplication, readEntryData } from '../../../src/own-tools/application.ts'
import { noteOwnTool } from '../../../src/own-tools/bodies.ts'

const KEY = Symbol.for('tracewright.guard')
/** Attempts of the worker: while one runs, the network is closed to everything. */
const ATTEMPTS = Symbol.for('tracewright.attempts')
const holder = globalThis as { [KEY]?: GuardState; [ATTEMPTS]?: unknown }
const before = { [KEY]: holder[KEY], [ATTEMPTS]: holder[ATTEMPTS] }
afterAll(() => {
  for (const key of [KEY, ATTEMPTS] as const) {
    delete holder[key]
    if (before[key] !== undefined) Object.assign(holder, { [key]: before[key] })
  }
})

/** Connects as the guard's patches of the sockets do, and says what a client of HTTP says of a refusal. */
function connect(host: string): string {
  const refuse = holder[KEY]?.refuse?.(host, '443')
  if (refuse !== undefined) throw new TypeError('fetch failed', { cause: refuse() })
  return 'answered'
}

it('a reference over live tools has a closed network, and its failure names the request', async () => {
  delete holder[KEY]
  delete holder[ATTEMPTS]
  const state = createGuardState()
  armGuard(['api.example.org'])
  noteOwnTool('ask_host', { run: async ({ host }) => connect(String(host)) })
  const asked: string[] = []
  const reset = () => void asked.push(connect('db.example.com'))
  const application = new OwnApplication(
    readEntryData(() => {}, { reset }, 'agent.ts'),
    async () => undefined,
  )
  const ask = (host: string) =>
    application.runInWorld({ seed: 0 }, () => application.call('ask_host', { host }))
  let closed = 0
  state.closeOpened = () => void closed++
  expect((await ask('api.example.org')).value).toMatchObject({ ok: true, output: 'answered' })
  expect((await ask('pms.example.com')).value).toMatchObject({
    ok: false,
    error: {
      message: expect.stringMatching(
        /^fetch failed\. Blocked request to pms\.example\.com:443: the network is closed during tests\./,
      ),
    },
  })
  // The entry may put its data back over the network; what it leaves open is closed before the reference runs.
  expect({ asked, closed }).toEqual({ asked: ['answered', 'answered'], closed: 2 })
  expect(connect('pms.example.com')).toBe('answered')
})
