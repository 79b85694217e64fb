import { isIPv6 } from 'node:net'
import { z } from 'zod'
import { field } from '../../schema/semantic.ts'
import { defineSimulator } from '../define-simulator.ts'
import { unprocessable } from '../tool-error.ts'

const badHost = (why: string) => unprocessable('url', `"url" has no valid host: ${why}`)

/** What stands between `//` and the next `/`, `?` or `#`; empty where a URL has no `//`. */
function authorityOf(url: string): string {
  let start = 0
  while (start < url.length && url.charCodeAt(start) <= 0x20) start++
  const cleaned = url.slice(start).replace(/[\t\r\n]/g, '')
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(cleaned)?.[0] ?? ''
  const rest = cleaned.slice(scheme.length)
  if (!rest.startsWith('//')) return ''
  const end = rest.slice(2).search(/[/?#]/)
  return end < 0 ? rest.slice(2) : rest.slice(2, end + 2)
}

function checkAuthority(authority: string): void {
  const open = authority.indexOf('[')
  if (open >= 0 !== authority.includes(']')) throw badHost('a square bracket has no partner')
  if (open >= 0) {
    const address = authority.slice(open + 1).split(']')[0] as string
    if (!isIPv6(address) && !/^v[a-f0-9]+\.[^\n]+$/i.test(address)) {
      throw badHost('square brackets are for IPv6 addresses')
    }
  }
  // Characters that become separators when the name is normalised would hide another host.
  const plain = authority.replace(/[@:#?]/g, '')
  const normalized = plain.normalize('NFKC')
  if (plain !== normalized && /[/?#@:]/.test(normalized)) throw badHost('a character stands for a separator')
}

/** Host name without user, port and brackets, lower case. */
function hostOf(url: string): string {
  const authority = authorityOf(url)
  checkAuthority(authority)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const open = host.indexOf('[')
  const name = (open >= 0 ? host.slice(open + 1).split(']')[0] : host.split(':')[0]) as string
  const zone = name.indexOf('%')
  return zone < 0 ? name.toLowerCase() : name.slice(0, zone).toLowerCase() + name.slice(zone)
}

export const extractDomain = defineSimulator({
  name: 'extract_domain',
  category: 'information_retrieval',
  effect: 'read',
  capability: 'inspect-text',
  description:
    'Splits the host of a URL at its dots into subdomain, domain and top-level domain, without the dots in between: "https://www.example.com/a" gives "www", "example" and "com". Two-part endings such as co.uk are not known to it. For scheme, path and query use url_parse.',
  input: z.strictObject({
    url: field(z.string(), 'url', 'URL with its scheme, for example "https://www.example.com/a".'),
  }),
  output: z.strictObject({
    domain: field(z.string(), 'domain', 'Last part but one, or the whole host where it has no dot.'),
    subdomain: field(z.string(), 'label', 'All parts before the domain; empty for none.'),
    tld: field(z.string(), 'label', 'Last part; empty where the host has no dot.'),
  }),
  run({ url }) {
    const parts = hostOf(url).split('.')
    if (parts.length === 1) return { domain: parts[0] as string, subdomain: '', tld: '' }
    return {
      domain: parts.at(-2) as string,
      subdomain: parts.slice(0, -2).join('.'),
      tld: parts.at(-1) as string,
    }
  },
})
