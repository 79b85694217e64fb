import { field } from '../../../schema/semantic.ts'
import { strip } from '../../../shared/python/text.ts'
import { drawDomain, drawHost } from '../../content/pools/addresses.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const dnsLookup = defineBuiltIn({
  name: 'dns_lookup',
  category: 'information_retrieval',
  effect: 'read',
  capability: 'look-up',
  description:
    'Resolves a domain name to its IPv4 address (an A record) with the time to live in seconds. It takes a bare name, not a URL: get the host with extract_domain or url_parse first. For where an address is use ip_geolocation.',
  input: (z) => ({
    domain: field(z.string(), 'domain', 'Domain name, for example "example.com". Case does not matter.'),
  }),
  output: (z) => ({
    domain: field(z.string(), 'domain', 'Domain name, lower case and without blanks around it.'),
    ip_address: field(z.string(), 'ip-address', 'IPv4 address, four numbers with dots.'),
    record_type: field(z.literal('A'), 'label', 'Always "A".'),
    ttl_seconds: field(z.number(), 'duration', 'Seconds that the answer may be kept.'),
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
      ttl_seconds: draw.figure('ttl', 300 + draw.publishedRemainder(3300), {
        min: 300,
        max: 3599,
        decimals: 3,
      }),
    }
  },
  drawArguments: (rng) => ({ domain: rng.pick([drawDomain, drawHost])(rng) }),
})
