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

/**
 * What an agent is told whose request is blocked: the cause, and what to do.
 *
 * @param address What was asked, such as `api.example.com:443` or a method and a URL
 * @param task Name of the case that runs, where it is known
 */
export const describeBlocked = (address: string, task?: string): string =>
  `Blocked request to ${address}: the network is closed ${task === undefined ? 'during tests' : `while "${task}" runs`}. ` +
  "If it is your model's API, add its host to the plugin's option `allow`. If a tool calls it, let a simulator answer: " +
  'node_modules/tracewright/docs/guides/troubleshooting.md#a-request-is-blocked'
