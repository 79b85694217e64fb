import dns from 'node:dns'
import net, { type LookupFunction } from 'node:net'
import type { GatewayWay, GuardState } from '../guard-state.ts'
import { isLoopback } from '../loopback.ts'
import { isEnvironmentProxy, watchProxied } from './proxies.ts'

export interface ConnectOptions {
  host?: string
  port?: number | string
  path?: string | null
  lookup?: LookupFunction | undefined
}

const REFUSED_HOST = 'refused.invalid'

/** The options of `connect` in whichever of its forms it was called. */
function readConnectOptions(args: unknown[]): ConnectOptions {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  if (typeof first === 'object' && first !== null) return first as ConnectOptions
  if (typeof first === 'string' && Number.isNaN(Number(first))) return { path: first }
  return { port: first as number, ...(typeof second === 'string' ? { host: second } : {}) }
}

function replaceOptions(args: unknown[], changed: ConnectOptions): unknown[] {
  if (Array.isArray(args[0])) {
    // Node marks its normalised argument array with a symbol, so the array itself has to stay.
    args[0][0] = { ...readConnectOptions(args), ...changed }
    return args
  }
  return [{ ...readConnectOptions(args), ...changed }, ...args.filter((arg) => typeof arg === 'function')]
}

/** A lookup that passes an answer on only where it stays on this machine: msw resolves what it mocks to loopback. */
const checkLookup =
  (lookup: LookupFunction, refuse: () => Error): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, options, (error, address, family) => {
      const addresses = Array.isArray(address) ? address.map((entry) => entry.address) : [address]
      const isUnknown = error !== null && isLoopback(hostname)
      if (isUnknown || (!error && addresses.every((entry) => isLoopback(String(entry)))))
        callback(error, address, family)
      else callback(refuse(), address, family)
    })

const createFailingLookup =
  (refusal: Error, after: Promise<void>): LookupFunction =>
  (_hostname, _options, callback) => {
    void after.then(() => callback(refusal, '', 0))
  }

export type ConnectionRoute =
  | { to: 'pass' }
  /** Its own lookup decides, as far as that stays on this machine. */
  | { to: 'looked up'; lookup: LookupFunction; refuse: () => Error }
  | { to: 'gateway'; way: GatewayWay }
  | { to: 'refusal'; refuse: () => Error }

/** What is to be done with a connection of these options. */
export function routeConnection(
  state: GuardState,
  { host = 'localhost', port = '', path, lookup }: ConnectOptions,
): ConnectionRoute {
  if (path) return { to: 'pass' }
  const resolver = lookup ?? dns.lookup
  const hasOwnLookup = resolver !== dns.lookup && resolver !== state.lookup && net.isIP(host) === 0
  const isHere = isLoopback(host)
  // msw 3 gives every socket that it mocks a lookup, also to an address: it answers for the route itself.
  const isRouted = isHere && resolver === dns.lookup && state.isRoutedHere?.(host, String(port)) === true
  // What is written there says where that leads.
  if (!isRouted && isEnvironmentProxy({ host, port: String(port) })) return { to: 'pass' }
  // Whether a name of this machine leads elsewhere is for its lookup to say, also where another one stands in place of
  // node's; an address has none.
  const isCertain = net.isIP(host) !== 0 || (host.toLowerCase() === 'localhost' && resolver === state.lookup)
  if (isHere && !isRouted && !hasOwnLookup && isCertain) return { to: 'pass' }
  const refuse = state.refuse?.(host, String(port))
  if (refuse === undefined) return { to: 'pass' }
  // msw 3 marks a socket that it mocks by a lookup of its own; the system's would ask a name server.
  if (hasOwnLookup || (isHere && !isRouted)) return { to: 'looked up', lookup: resolver, refuse }
  const way = state.gateway?.(host, String(port))
  return way === undefined ? { to: 'refusal', refuse } : { to: 'gateway', way }
}

const realConnect = net.Socket.prototype.connect

/** Connects a socket so that it fails: a name that cannot be found ends a connection the way that every client expects. */
export function connectToFailure(
  socket: net.Socket,
  args: unknown[],
  refusal: Error,
  after: Promise<void> = Promise.resolve(),
): net.Socket {
  const changed = replaceOptions(args, { host: REFUSED_HOST, lookup: createFailingLookup(refusal, after) })
  return Reflect.apply(realConnect, socket, changed) as net.Socket
}

/**
 * Connects a socket to the gateway instead of to where it was to go. The line in front tells the gateway where that is.
 */
export function connectToGateway(
  socket: net.Socket,
  args: unknown[],
  { port: gateway, token }: GatewayWay,
  scheme: 'http' | 'https',
): void {
  const { host, port } = readConnectOptions(args)
  const changed = replaceOptions(args, { host: '127.0.0.1', port: gateway, lookup: undefined })
  Reflect.apply(realConnect, socket, changed)
  socket.write(`TW ${scheme} ${token} ${host} ${port}\n`)
}

/** What HTTP/2 begins with: the gateway, which reads HTTP/1.1, takes note of it and closes. */
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'

/** Has the gateway take note of what it cannot answer; settles when it has. */
export function notifyGateway(target: { host: string; port: string }, way: GatewayWay): Promise<void> {
  const socket = new net.Socket()
  // The answer is unused, but the connection ends only once it is read.
  socket.on('error', () => {}).resume()
  const noted = new Promise<void>((done) => socket.once('close', () => done()))
  connectToGateway(socket, [target], way, 'http')
  socket.write(PREFACE)
  return noted
}

export function patchConnect(state: GuardState): void {
  net.Socket.prototype.connect = function connect(this: net.Socket, ...args: unknown[]): net.Socket {
    const options = readConnectOptions(args)
    const course = routeConnection(state, options)
    const connectFor = (given: unknown[]) => Reflect.apply(realConnect, this, given) as net.Socket
    const { host = 'localhost', port = '', path, lookup } = options
    if (!path && (course.to === 'pass' || course.to === 'looked up'))
      watchProxied(this, state, { host, port: String(port) })
    if (course.to === 'pass') {
      // One with a lookup of its own may be a mock of msw 3, which leads nowhere.
      if (!path && (lookup ?? dns.lookup) === dns.lookup) {
        state.opened.set(this, { host, port: String(port) })
        this.once('close', () => state.opened.delete(this))
      }
      return connectFor(args)
    }
    if (course.to === 'looked up')
      return connectFor(replaceOptions(args, { lookup: checkLookup(course.lookup, course.refuse) }))
    // What goes over a socket of TLS is encrypted by the time that the gateway could read it.
    if (course.to === 'gateway' && !('encrypted' in this)) {
      connectToGateway(this, args, course.way, 'http')
      return this
    }
    const refusal =
      course.to === 'refusal'
        ? course.refuse()
        : state.refuse?.(options.host ?? '', String(options.port ?? ''))?.()
    return connectToFailure(this, args, refusal ?? new Error('refused'))
  } as typeof realConnect
}
