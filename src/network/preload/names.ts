import dns from 'node:dns'
import { isIP } from 'node:net'
import type { GuardState } from '../guard-state.ts'
import { isLoopback } from '../loopback.ts'
import { isProxyHost } from './proxies.ts'

type Ask = (host: unknown, ...rest: unknown[]) => unknown

/** Functions of `node:dns` that ask a name server, but for an address and for names of this machine and of proxies. */
const LOOKUP = /^lookup/
const ASKS = /^(?:lookup|lookupService|reverse|resolve\w*)$/

const staysHere = (name: string, host: unknown): boolean =>
  typeof host !== 'string' ||
  host === '' ||
  (LOOKUP.test(name) && (isLoopback(host) || isProxyHost(host) || (name === 'lookup' && isIP(host) !== 0)))

/** A name such as `x.localhost`, for which the system may ask a name server although it is this machine (RFC 6761). */
const isBelowLocalhost = (host: unknown): host is string =>
  typeof host === 'string' && /\.localhost\.?$/i.test(host)

/** Has every function of an object that asks a name server ask only for hosts that may be reached. */
function patchAsks(state: GuardState, holder: object): void {
  const functions = holder as Record<string, unknown>
  for (const name of Object.getOwnPropertyNames(holder).filter((one) => ASKS.test(one))) {
    const real = functions[name] as Ask
    const lookupGuarded: Ask = function (this: unknown, asked, ...rest) {
      const host =
        LOOKUP.test(name) && isBelowLocalhost(asked) && state.refuse?.(asked, '') ? 'localhost' : asked
      const refuse = staysHere(name, host) ? undefined : state.refuse?.(String(host), '')
      if (refuse === undefined) return Reflect.apply(real, this, [host, ...rest])
      const error = Object.assign(refuse(), { code: 'ENOTFOUND', hostname: host })
      const callback = rest.at(-1)
      const reportError = (): unknown => {
        if (typeof callback === 'function') return callback(error)
        throw error
      }
      return state.noted.then(reportError)
    }
    // `util.promisify` reads what it resolves to from a symbol of node's own.
    const { prototype: _, ...properties } = Object.getOwnPropertyDescriptors(real)
    functions[name] = Object.defineProperties(lookupGuarded, properties)
  }
}

export function patchNames(state: GuardState): void {
  for (const holder of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    patchAsks(state, holder)
  state.lookup = dns.lookup
}
