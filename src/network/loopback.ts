import { isIPv6 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'

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

const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || address === '::' || address === '0.0.0.0' || /^127(\.\d{1,3}){3}$/.test(address)

/** An IPv4 address that is written within an IPv6 one, by itself. */
function unmapped(address: string): string {
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(address) ?? []
  if (high === undefined || low === undefined) return address
  return [high, low]
    .flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255])
    .join('.')
}

/** Name of this machine, and the addresses of its interfaces. */
function ownHosts(): ReadonlySet<string> {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return new Set([hostname(), ...addresses.map(({ address }) => address)].map(plain))
}

let localHosts: ReadonlySet<string> | undefined

/**
 * Whether a host is this machine, in any way of writing it. Addresses and names of this machine are read once: one that
 * it is given later counts as another machine.
 */
export function isLoopback(host: string): boolean {
  const name = unmapped(plain(host))
  if (name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name)) return true
  localHosts ??= ownHosts()
  return localHosts.has(name)
}
