import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawHost, drawPagePath } from '../../../generate/pools/url-parts.ts'
import type { Rng } from '../../../shared/rng.ts'

const capitalized = (host: string): string =>
  host.replace(/(^|\.)([a-z])/g, (_, dot: string, letter: string) => dot + letter.toUpperCase())

/** Ways to write a host with capital letters, which do not count in it. */
const WAYS: readonly ((host: string) => string)[] = [
  (host) => host.toUpperCase(),
  capitalized,
  (host) => `WWW.${host.toUpperCase()}`,
]

const drawShoutedUrl = (rng: Rng): string =>
  `https://${rng.pick(WAYS)(drawHost(rng))}${rng.int(0, 2) === 0 ? '' : drawPagePath(rng)}`

export const extractDomain = definePhrases({
  tool: 'extract_domain',
  draw: (rng) => ({ url: drawShoutedUrl(rng) }),
  asks: [
    'split the host of {url} into subdomain, domain and top-level domain',
    'find the bare domain, without subdomain and ending, in {url}',
    'take the host in {url} apart at its dots: subdomain, domain, top-level domain',
    'work out which part of {url} is the domain and which the subdomain',
    'separate domain, subdomain and top-level domain in {url}',
  ],
  outputs: { '/domain': 'domain without its ending', '/subdomain': 'subdomain' },
  answers: [
    { at: ['/domain'], gives: 'the domain alone in small letters, without subdomain and ending' },
    {
      at: ['/subdomain', '/domain'],
      gives: 'the subdomain, then the domain without its ending, both in small letters',
    },
    {
      at: ['/domain', '/subdomain', '/tld'],
      gives:
        'the domain, the subdomain and the top-level domain, all in small letters and without dots around them',
    },
  ],
})
