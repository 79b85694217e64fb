import { expect, it, vi } from 'vitest'
import { ToolAddress } from '../../../src/network/tool-address.ts'

it('draws its token when it is first read, and keeps it', () => {
  const written = vi.spyOn(Buffer.prototype, 'toString')
  const countSecrets = () => written.mock.calls.filter(([encoding]) => encoding === 'base64url').length
  const address = new ToolAddress()
  expect(countSecrets()).toBe(0)
  expect(address.token).toBe(address.token)
  expect(countSecrets()).toBe(1)
  written.mockRestore()
})

it('gives every attempt and every call a secret of its own, of 128 bits', () => {
  const addresses = Array.from({ length: 1_000 }, () => new ToolAddress())
  const secrets = addresses.flatMap((address) => [address.token, address.announce('get_weather', 'call_1')])
  for (const one of secrets) expect(one).toMatch(/^[\w-]{22}$/)
  expect(new Set(secrets).size).toBe(secrets.length)
  // A tail of zeros would be bytes that were never drawn.
  expect(secrets.filter((one) => one.includes('AAAAAAAA'))).toEqual([])
})
