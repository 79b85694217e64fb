import dns from 'node:dns'
import { isIP } from 'node:net'
import type { GuardState } from '../guard-state.ts'
import { isLoopback } from '../loopback.ts'

type Ask = (host: unknown, ...rest: unknown[]) => unknown

/** Functions of `node:dns` that ask a name server, but for an address and for names of this machine. */
const LOOKUP = /^lookup/
const ASKS = /^(?:lookup|lookupService|reverse|resolve\w*)$/

const staysHere = (name: string, host: unknown): boolean =>
  typeof host !== 'string' ||
  host === '' ||
  (LOOKUP.test(name) && (isLoopback(host) || (name === 'lookup' && isIP(host) !== 0)))

/** Has every function of an object that asks a name server ask only for hosts that may be reached. */
function patchAsks(state: GuardState, holder: object): void {
  const functions = holder as Record<string, unknown>
  for (const name of Object.getOwnPropertyNames(holder).filter((one) => ASKS.test(one))) {
    const real = functions[name] as Ask
    const guarded: Ask = function (this: unknown, host, ...rest) {
      const refuse = staysHere(name, host) ? undefined : state.refuse?.(String(host), '')
      if (refuse === undefined) return Reflect.apply(real, this, [host, ...rest])
      const error = Object.assign(refuse(), { code: 'ENOTFOUND', hostname: host })
      const callback = rest.at(-1)
      const fail = (): unknown => {
        if (typeof callback === 'function') return callback(error)
        throw error
      }
      return state.noted.then(fail)
    }
    // `util.promisify` reads what it resolves to from a symbol of node's own.
    const { prototype: _, ...properties } = Object.getOwnPropertyDescriptors(real)
    functions[name] = Object.defineProperties(guarded, properties)
  }
}

export function patchNames(state: GuardState): void {
  for (const holder of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    patchAsks(state, holder)
  state.lookup = dns.lookup
}
