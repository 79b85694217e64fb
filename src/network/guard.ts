/**
 * Preloaded into every test worker with `--import`, before msw. It patches `net.Socket.prototype.connect`,
 * which every client of the network ends in, so that a connection which leaves the machine while a case runs is
 * refused. Until a case runs it does nothing.
 */
import dns from 'node:dns'
import net, { type LookupFunction } from 'node:net'
import { createGuardState, isLoopback } from './guard-state.ts'

type Options = { host?: string; port?: number | string; path?: string | null; lookup?: LookupFunction }

const REFUSED_HOST = 'refused.invalid'

const state = createGuardState()
const realConnect = net.Socket.prototype.connect

/** The options of `connect` in whichever of its forms it was called. */
function optionsOf(args: unknown[]): Options {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  if (typeof first === 'object' && first !== null) return first as Options
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first }
  return { port: first as number, ...(typeof second === 'string' ? { host: second } : {}) }
}

/** The arguments with some options replaced. */
function withOptions(args: unknown[], changed: Options): unknown[] {
  if (Array.isArray(args[0])) {
    // Node marks its normalised argument array with a symbol, so the array itself has to stay.
    args[0][0] = { ...optionsOf(args), ...changed }
    return args
  }
  return [{ ...optionsOf(args), ...changed }, ...args.filter((arg) => typeof arg === 'function')]
}

/** A lookup that passes an answer on only where it stays on this machine: msw resolves what it mocks to loopback. */
const checked =
  (lookup: LookupFunction, refuse: () => Error): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, options, (error, address, family) => {
      const addresses = Array.isArray(address) ? address.map((entry) => entry.address) : [address]
      if (!error && addresses.every((entry) => isLoopback(String(entry)))) callback(error, address, family)
      else callback(refuse(), address, family)
    })

const failing =
  (refusal: Error): LookupFunction =>
  (_hostname, _options, callback) => {
    process.nextTick(callback, refusal, '', 0)
  }

net.Socket.prototype.connect = function connect(this: net.Socket, ...args: unknown[]): net.Socket {
  const connectFor = (given: unknown[]) => Reflect.apply(realConnect, this, given) as net.Socket
  const { host = 'localhost', port = '', path, lookup } = optionsOf(args)
  if (path || isLoopback(host)) return connectFor(args)
  const refuse = state.refuse?.(host, String(port))
  if (refuse === undefined) return connectFor(args)
  // msw 3 marks a socket that it mocks by a lookup of its own; the system's would ask a name server.
  if (lookup !== undefined && lookup !== dns.lookup && net.isIP(host) === 0) {
    return connectFor(withOptions(args, { lookup: checked(lookup, refuse) }))
  }
  // A name that cannot be found ends a connection the way that every client expects; addresses have no lookup.
  return connectFor(withOptions(args, { host: REFUSED_HOST, lookup: failing(refuse()) }))
} as typeof realConnect
