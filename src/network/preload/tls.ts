import net from 'node:net'
import tls from 'node:tls'
import type { GuardState } from '../guard-state.ts'
import { type ConnectOptions, connectToGateway, courseOf } from './connect.ts'

type Options = ConnectOptions & { socket?: unknown }

/** What a client may ask of a socket of TLS. The gateway is on this machine, so there is no certificate. */
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

/** Patches `tls.connect`: what goes to the gateway goes there in the clear, and looks like TLS to its client. */
export function patchTls(state: GuardState): void {
  const realConnect = tls.connect
  tls.connect = function connect(...args: unknown[]) {
    const { options, callback } = read(args)
    const course = options.socket ? undefined : courseOf(state, options)
    if (course?.to !== 'gateway') return Reflect.apply(realConnect, tls, args) as tls.TLSSocket
    const socket = new net.Socket()
    Object.assign(socket, PLAYED)
    if (callback !== undefined) socket.once('secureConnect', callback)
    socket.once('connect', () => socket.emit('secureConnect'))
    connectToGateway(socket, [options], course.way, 'https')
    return socket as tls.TLSSocket
  } as typeof tls.connect
}
