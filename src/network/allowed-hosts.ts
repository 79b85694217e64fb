import { isIP } from 'node:net'

/**
 * Hosts that cases may reach beside this machine, for example the endpoint of a model: a name, or `*.example.com` for
 * every name below `example.com` at any depth, but not `example.com` itself.
 */
export type AllowedHosts = readonly string[]

/** A host as DNS compares it: in small letters, without the dot of the root. */
const normalizeHost = (host: string): string => host.toLowerCase().replace(/\.$/, '')

/** Whether a connection to the host may leave the machine. */
export function isAllowed(host: string, allowed: AllowedHosts): boolean {
  const name = normalizeHost(host)
  return allowed.map(normalizeHost).some((entry) => {
    if (!entry.startsWith('*.')) return name === entry
    const parent = entry.slice(1)
    return name.length > parent.length && name.endsWith(parent)
  })
}

/** Whether a text can be such an entry: a name or an address, without scheme, port and path. */
export const isHost = (entry: unknown): boolean =>
  typeof entry === 'string' && (/^(?:\*\.)?[^\s:/?#@*]+$/.test(entry) || isIP(entry) > 0)
