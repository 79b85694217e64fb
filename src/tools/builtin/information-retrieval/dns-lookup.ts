import { strip } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const dnsLookup = defineBuiltIn({
  effect: 'read',
  capability: 'look-up',
  input: (z) => ({ domain: z.string() }),
  output: (z) => ({
    domain: z.string(),
    ip_address: z.string(),
    record_type: z.literal('A'),
    ttl_seconds: z.number(),
  }),
  run({ domain }, world) {
    const name = strip(domain.toLowerCase())
    const draw = world.draw('dns', name)
    const [first = 0, ...rest] = Buffer.from(draw.hex('address', 64).slice(-8), 'hex')
    return {
      domain: name,
      // No host has an address that begins with 0.
      ip_address: [first || 1, ...rest].join('.'),
      record_type: 'A' as const,
      ttl_seconds: draw.numberFrom('ttl', 3300, { min: 300, max: 3599, decimals: 3 }),
    }
  },
})
