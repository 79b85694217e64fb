import { hostname, networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { isLoopback } from '../../../src/network/loopback.ts'
import hosts from './hosts.json' with { type: 'json' }

it.each([...(hosts.here as string[]), hostname()])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true)
})

it.each(hosts.elsewhere)('"%s" is not', (host) => {
  expect(isLoopback(host)).toBe(false)
})

it.each(Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)))(
  'an address of an interface is this machine: %s',
  (address) => {
    expect(isLoopback(address)).toBe(true)
    if (!address.includes(':')) expect(isLoopback(`::ffff:${address}`)).toBe(true)
  },
)
