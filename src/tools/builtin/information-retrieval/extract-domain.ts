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
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ url: z.string() }),
  output: (z) => ({ domain: z.string(), subdomain: z.string(), tld: z.string() }),
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
