import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawDomain, drawHost } from '../../../generate/pools/url-parts.ts'

export const dnsLookup = definePhrases({
  tool: 'dns_lookup',
  draw: (rng) => ({ domain: rng.pick([drawDomain, drawHost])(rng) }),
  asks: [
    'resolve {domain} to its IPv4 address',
    'find out which IPv4 address {domain} has',
    'look up the address record of {domain}',
    'get the IP address behind {domain} and how long that answer may be kept',
    'ask the name service for {domain}',
  ],
  outputs: {
    '/ip_address': 'IP address of the domain',
    '/ttl_seconds': 'time to live in seconds',
  },
  answers: [
    { at: ['/ip_address'], gives: 'the IPv4 address' },
    { at: ['/ttl_seconds'], gives: 'the time to live in seconds, unrounded' },
    {
      at: ['/ip_address', '/ttl_seconds'],
      gives: 'the IPv4 address, then the time to live in seconds, unrounded',
    },
  ],
})
