import { AsyncLocalStorage } from 'node:async_hooks'
import https from 'node:https'
import net from 'node:net'
import tls from 'node:tls'
import type { GuardState } from '../guard-state.ts'
import { type ConnectOptions, connectToGateway, routeConnection } from './connect.ts'

type Options = ConnectOptions & { socket?: unknown }

/** What a client may ask of a socket of TLS. The gateway is on this machine, so it has no certificate. */
const PLAYED = {
  encrypted: true,
  authorized: true,
  authorizationError: null,
  alpnProtocol: false,
  servername: false,
  getPeerCertificate: () => ({}),
  getCipher: () => ({ name: 'none', standardName: 'none', version: 'TLSv1.3' }),
  getProtocol: () => 'TLSv1.3',
  getSession: () => undefined,
  isSessionReused: () => false,
  setServername: () => undefined,
  setSession: () => undefined,
}

/** `connect(options)`, `connect(port, host, options)`, each with a callback at the end. */
function read(args: unknown[]): { options: Options; callback: (() => void) | undefined } {
  const callback = args.find((arg) => typeof arg === 'function') as (() => void) | undefined
  const options = (args.find((arg) => typeof arg === 'object' && arg !== null) ?? {}) as Options
  const [port, host] = args
  return {
    options: {
      ...options,
      ...(typeof port === 'object' ? {} : { port: port as number }),
      ...(typeof host === 'string' ? { host } : {}),
    },
    callback,
  }
}

/** Set while a client connects that msw sees. */
const seen = new AsyncLocalStorage<true>()

/** msw 3 sees connections, and needs a real socket of TLS to see one. */
const needsTls = (): boolean => '__MSW_INTERNAL_CONNECTION_CONTEXT' in globalThis && seen.getStore() === true

/** Takes note of the clients that msw sees: `fetch` and `node:https`. */
function noteSeen(): void {
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => seen.run(true, () => fetch(input, init))
  const prototype = https.Agent.prototype as unknown as { createConnection(...args: unknown[]): unknown }
  const { createConnection } = prototype
  prototype.createConnection = function createSeen(...args) {
    return seen.run(true, () => Reflect.apply(createConnection, this, args))
  }
}

/** Patches `tls.connect`: what goes to the gateway goes there in the clear, and looks like TLS to its client. */
export function patchTls(state: GuardState): void {
  noteSeen()
  const realConnect = tls.connect
  tls.connect = function connect(...args: unknown[]) {
    const { options, callback } = read(args)
    const course = options.socket ? undefined : routeConnection(state, options)
    if (course?.to !== 'gateway' || needsTls()) return Reflect.apply(realConnect, tls, args) as tls.TLSSocket
    const socket = new net.Socket()
    Object.assign(socket, PLAYED)
    if (callback !== undefined) socket.once('secureConnect', callback)
    socket.once('connect', () => socket.emit('secureConnect'))
    connectToGateway(socket, [options], course.way, 'https')
    return socket as tls.TLSSocket
  } as typeof tls.connect
}
