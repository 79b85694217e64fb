import dns from 'node:dns'
import { afterEach, expect, it, vi } from 'vitest'
import type { GuardState } from '../../../src/network/guard-state.ts'
import { patchNames } from '../../../src/network/preload/names.ts'

const holders = [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]
const before = holders.map((holder) => Object.getOwnPropertyDescriptors(holder))
afterEach(() => {
  for (const [i, holder] of holders.entries()) Object.defineProperties(holder, before[i] ?? {})
})

it.each([
  ['x.localhost', 'localhost'],
  ['A.b.LOCALHOST.', 'localhost'],
  ['localhost', 'localhost'],
  ['outside.example', undefined],
])('%s is looked up as %s while a case runs', async (host, asked) => {
  const found: string[] = []
  const lookup = (name: string, done: (error: null, address: string) => void) => {
    found.push(name)
    done(null, '127.0.0.1')
  }
  dns.lookup = lookup as never
  const state = {
    refuse: () => () => new Error('refused'),
    noted: Promise.resolve(),
  } as unknown as GuardState
  patchNames(state)
  const answer = vi.fn()
  dns.lookup(host, answer)
  await vi.waitFor(() => expect(answer).toHaveBeenCalledOnce())
  expect(found).toEqual(asked === undefined ? [] : [asked])
  // Outside of cases names are left to the system.
  state.refuse = undefined
  dns.lookup(host, answer)
  expect(found.at(-1)).toBe(host)
})
