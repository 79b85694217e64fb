import { isIPv6 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'

/** An address as URLs write it: `127.1` is `127.0.0.1`. Names stay as they are, in small letters. */
function canonicalizeHost(host: string): string {
  try {
    // Node makes its pattern of IPv6 when it is first asked.
    const isV6 = host.includes(':') && isIPv6(host)
    return new URL(`http://${isV6 ? `[${host}]` : host}`).hostname.replace(/^\[|\]$/g, '')
  } catch {
    return host
  }
}

/** A host as it is compared: in small letters, without brackets and the dot of the root. */
const normalizeHost = (host: string): string =>
  canonicalizeHost(
    host
      .toLowerCase()
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, ''),
  )

/** An address in one way of writing it, `localhost:4804`. */
export const formatHostAndPort = (host: string, port: string): string => `${normalizeHost(host)}:${port}`

const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || address === '::' || address === '0.0.0.0' || /^127(\.\d{1,3}){3}$/.test(address)

/** An IPv4 address that is written within an IPv6 one, by itself. */
function unmapAddress(address: string): string {
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(address) ?? []
  if (high === undefined || low === undefined) return address
  return [high, low]
    .flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255])
    .join('.')
}

/** Name of this machine, and the addresses of its interfaces. */
function listOwnHosts(): ReadonlySet<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return new Set([hostname(), ...addresses.map(({ address }) => address)].map(normalizeHost))
}

let localHosts: ReadonlySet<string> | undefined

/**
 * Whether a host is this machine, in any way of writing it. Addresses and names of this machine are read once: one that
 * it is given later counts as another machine.
 */
export function isLoopback(host: string): boolean {
  const name = unmapAddress(normalizeHost(host))
  if (name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name)) return true
  localHosts ??= listOwnHosts()
  return localHosts.has(name)
}
