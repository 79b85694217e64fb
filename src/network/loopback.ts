import { readFileSync } from 'node:fs'
import { isIP, isIPv6 } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { join } from 'node:path'

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

const HOSTS =
  process.platform === 'win32'
    ? join(process.env.SystemRoot ?? 'C:\\Windows', 'System32/drivers/etc/hosts')
    : '/etc/hosts'

function hostsFile(): string {
  try {
    return readFileSync(HOSTS, 'utf8')
  } catch {
    return ''
  }
}

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

/** Addresses of the interfaces of this machine, and the names that its file of hosts gives to any of them. */
function ownHosts(): ReadonlySet<string> {
  const localHosts = new Set([plain(hostname())])
  for (const { address } of Object.values(networkInterfaces()).flatMap((list) => list ?? []))
    localHosts.add(plain(address))
  for (const line of hostsFile().split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    if (isIP(address) !== 0 && (isLoopbackAddress(plain(address)) || localHosts.has(plain(address))))
      for (const name of names) localHosts.add(plain(name))
  }
  return localHosts
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
