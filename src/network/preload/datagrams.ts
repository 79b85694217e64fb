import dgram, { type SocketOptions } from 'node:dgram'
import type { GuardState } from '../guard-state.ts'
import { isLoopback } from '../loopback.ts'

interface DatagramTarget {
  host: string
  port: string
}

const connected = new WeakMap<dgram.Socket, DatagramTarget>()

/** Where `send` is to send: `(message, offset, length, port, host)` or `(message, port, host)`, as node tells them apart. */
function findTarget(socket: dgram.Socket, args: readonly unknown[]): DatagramTarget | undefined {
  const known = connected.get(socket)
  if (known !== undefined) return known
  const isSliced = Boolean(args[4]) || (Boolean(args[3]) && typeof args[3] !== 'function')
  const [port, host] = isSliced ? args.slice(3) : args.slice(1)
  return typeof host === 'string' ? { host, port: String(port) } : undefined
}

function findRefusal(state: GuardState, target: DatagramTarget | undefined): Error | undefined {
  if (target === undefined || target.host === '' || isLoopback(target.host)) return undefined
  return state.refuse?.(target.host, target.port)?.()
}

/** Fails as node does where a name cannot be found. */
function reportSendError(
  state: GuardState,
  socket: dgram.Socket,
  args: readonly unknown[],
  error: Error,
): void {
  const callback = args.find((arg): arg is (error: Error) => void => typeof arg === 'function')
  void state.noted.then(() => (callback === undefined ? socket.emit('error', error) : callback(error)))
}

/** Patches the sockets of `node:dgram`: datagrams leave this machine only for hosts that may be reached. */
export function patchDatagrams(state: GuardState): void {
  const prototype: { send: unknown; connect: unknown } = dgram.Socket.prototype
  const { send, connect, disconnect } = dgram.Socket.prototype
  prototype.send = function (this: dgram.Socket, ...args: unknown[]) {
    const error = findRefusal(state, findTarget(this, args))
    if (error === undefined) return Reflect.apply(send, this, args)
    reportSendError(state, this, args, error)
  }
  prototype.connect = function (this: dgram.Socket, ...args: unknown[]) {
    const [port, host] = args
    const target = { host: typeof host === 'string' ? host : '', port: String(port) }
    const error = findRefusal(state, target)
    if (error !== undefined) return reportSendError(state, this, args, error)
    connected.set(this, target)
    return Reflect.apply(connect, this, args)
  }
  dgram.Socket.prototype.disconnect = function () {
    connected.delete(this)
    return Reflect.apply(disconnect, this, [])
  }
  const { createSocket } = dgram
  const createGuardedSocket = (options: SocketOptions | dgram.SocketType, listener?: () => void) => {
    const lookup = typeof options === 'object' ? options.lookup : undefined
    if (typeof options !== 'object' || lookup === undefined)
      return Reflect.apply(createSocket, dgram, [options, listener])
    const lookupGuarded: typeof lookup = (host, settings, callback) =>
      lookup(host, settings, (error, address, family) => {
        // Whether a name of this machine leads elsewhere is for its lookup to say.
        const refuse = isLoopback(host) && !isLoopback(address) ? state.refuse?.(host, '') : undefined
        callback(refuse?.() ?? error, address, family)
      })
    return Reflect.apply(createSocket, dgram, [{ ...options, lookup: lookupGuarded }, listener])
  }
  dgram.createSocket = createGuardedSocket as typeof createSocket
}
