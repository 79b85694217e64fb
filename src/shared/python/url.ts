import { isIPv6 } from 'node:net'

/** A URL whose host Python's `urllib.parse` refuses. */
export class UrlError extends Error {
  override readonly name = 'UrlError'
}

interface UrlParts {
  /** Lower case; empty for none. */
  scheme: string
  /** What stands between `//` and the next `/`, `?` or `#`, user and port included. */
  authority: string
  /** Parameters of the last segment included. */
  path: string
  query: string
  fragment: string
}

const cutAt = (text: string, index: number): [before: string, after: string] =>
  index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]

function checkAuthority(authority: string): void {
  const open = authority.indexOf('[')
  if (open >= 0 !== authority.includes(']')) throw new UrlError('a square bracket is not closed or opened')
  if (open >= 0) {
    const address = authority.slice(open + 1).split(']')[0] as string
    const isValid = address.startsWith('v') ? /^v[a-f0-9]+\.[^\n]+$/i.test(address) : isIPv6(address)
    if (!isValid) throw new UrlError('square brackets are for IPv6 addresses')
  }
  // Characters that become separators when the name is normalised would hide another host.
  const plain = authority.replace(/[@:#?]/g, '')
  const normalized = plain.normalize('NFKC')
  if (plain !== normalized && /[/?#@:]/.test(normalized)) {
    throw new UrlError('a character stands for a separator')
  }
}

/**
 * Python's `urlsplit`. Escapes are left alone, and next to nothing is a bad URL.
 *
 * @throws {UrlError} for square brackets that hold no IPv6 address and for hosts that change their meaning
 * when they are normalised
 */
export function splitUrl(url: string): UrlParts {
  let start = 0
  while (start < url.length && url.charCodeAt(start) <= 0x20) start++
  const cleaned = url.slice(start).replace(/[\t\r\n]/g, '')
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(cleaned)?.[0] ?? ''
  let rest = cleaned.slice(scheme.length)
  let authority = ''
  if (rest.startsWith('//')) {
    const end = rest.slice(2).search(/[/?#]/)
    authority = end < 0 ? rest.slice(2) : rest.slice(2, end + 2)
    rest = rest.slice(2 + authority.length)
  }
  checkAuthority(authority)
  const [beforeFragment, fragment] = cutAt(rest, rest.indexOf('#'))
  const [path, query] = cutAt(beforeFragment, beforeFragment.indexOf('?'))
  return { scheme: scheme.slice(0, -1).toLowerCase(), authority, path, query, fragment }
}

/** Python's `urlsplit(url).hostname`: without user, port and brackets, lower case; empty for none. */
export function readHost(url: string): string {
  const { authority } = splitUrl(url)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const open = host.indexOf('[')
  const name = (open >= 0 ? host.slice(open + 1).split(']')[0] : host.split(':')[0]) as string
  const zone = name.indexOf('%')
  return zone < 0 ? name.toLowerCase() : name.slice(0, zone).toLowerCase() + name.slice(zone)
}
