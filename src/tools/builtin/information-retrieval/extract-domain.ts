import { field } from '../../../schema/semantic.ts'
import type { Rng } from '../../../shared/rng.ts'
import { drawHost, drawPagePath } from '../../content/pools/addresses.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { hostOfUrl } from './url-host.ts'

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

export const extractDomain = defineBuiltIn({
  name: 'extract_domain',
  category: 'information_retrieval',
  effect: 'read',
  capability: 'inspect-text',
  description:
    'Splits the host of a URL at its dots into subdomain, domain and top-level domain, without the dots in between: "https://www.example.com/a" gives "www", "example" and "com". Two-part endings such as co.uk are not known to it. For scheme, path and query use url_parse.',
  input: (z) => ({
    url: field(z.string(), 'url', 'URL with its scheme, for example "https://www.example.com/a".'),
  }),
  output: (z) => ({
    domain: field(z.string(), 'domain', 'Last part but one, or the whole host where it has no dot.'),
    subdomain: field(z.string(), 'label', 'All parts before the domain; empty for none.'),
    tld: field(z.string(), 'label', 'Last part; empty where the host has no dot.'),
  }),
  run({ url }) {
    const parts = hostOfUrl(url).split('.')
    if (parts.length === 1) return { domain: parts[0] as string, subdomain: '', tld: '' }
    return {
      domain: parts.at(-2) as string,
      subdomain: parts.slice(0, -2).join('.'),
      tld: parts.at(-1) as string,
    }
  },
  drawArguments: (rng) => ({ url: drawShoutedUrl(rng) }),
})
