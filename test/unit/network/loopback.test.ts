import { readFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { isLoopback } from '../../../src/network/loopback.ts'

it.each([
  'localhost',
  'LOCALHOST',
  'localhost.',
  'api.localhost',
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0.0.0.0',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:0.0.0.0',
  hostname(),
])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true)
})

it.each([
  'example.com',
  'localhost.example.com',
  'notlocalhost',
  '128.0.0.1',
  '10.0.0.1',
  '::2',
  '::ffff:8000:1',
  '::ffff:10.0.0.1',
  '127.example.com',
  '',
  'a b',
])('"%s" is not', (host) => {
  expect(isLoopback(host)).toBe(false)
})

it.each(Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)))(
  'an address of an interface is this machine: %s',
  (address) => {
    expect(isLoopback(address)).toBe(true)
    if (!address.includes(':')) expect(isLoopback(`::ffff:${address}`)).toBe(true)
  },
)

it.runIf(process.platform === 'linux')('a name that the file of hosts gives to this machine is', () => {
  const names = readFileSync('/etc/hosts', 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('127.') ? line.replace(/#.*/, '').trim().split(/\s+/).slice(1) : []))
  for (const name of names) expect(isLoopback(name.toUpperCase()), name).toBe(true)
})
