import { randomBytes } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { ToolAddress } from '../../../src/network/tool-address.ts'

vi.mock('node:crypto', { spy: true })

it('draws its token when it is first read, and keeps it', () => {
  const address = new ToolAddress()
  expect(randomBytes).not.toHaveBeenCalled()
  expect(address.token).toBe(address.token)
  expect(randomBytes).toHaveBeenCalledTimes(1)
})

it('gives every attempt and every call a secret of its own, of 128 bits', () => {
  const addresses = Array.from({ length: 1_000 }, () => new ToolAddress())
  const secrets = addresses.flatMap((address) => [address.token, address.announce('get_weather', 'call_1')])
  for (const one of secrets) expect(one).toMatch(/^[\w-]{22}$/)
  expect(new Set(secrets).size).toBe(secrets.length)
  // A tail of zeros would be bytes that were never drawn.
  expect(secrets.filter((one) => one.includes('AAAAAAAA'))).toEqual([])
})
