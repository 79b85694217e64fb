import { isIPv6 } from 'node:net'
import { hostname } from 'node:os'

/** An address as URLs write it: `127.1` is `127.0.0.1`. Names stay as they are, in small letters. */
function canonical(host: string): string {
  try {
    return new URL(`http://${isIPv6(host) ? `[${host}]` : host}`).hostname.replace(/^\[|\]$/g, '')
  } catch {
    return host
  }
}

/** A host as it is compared: in small letters, without brackets and the dot of the root. */
const plain = (host: string): string =>
  canonical(
    host
      .toLowerCase()
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, ''),
  )

/** An address in one way of writing it, `localhost:4804`. */
export const hostAndPort = (host: string, port: string): string => `${plain(host)}:${port}`

const OWN_NAME = hostname().toLowerCase()

/** Whether a host is this machine, in any way of writing it. */
export function isLoopback(host: string): boolean {
  const name = plain(host)
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === OWN_NAME ||
    name === '::1' ||
    name === '::' ||
    name === '0.0.0.0' ||
    /^127(\.\d{1,3}){3}$/.test(name) ||
    // An IPv4 address within an IPv6 one: 127 is 7f, and 0.0.0.0 is all zeros.
    /^::ffff:(7f[\da-f]{2}:[\da-f]{1,4}|0:0)$/.test(name)
  )
}
