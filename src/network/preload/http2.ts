import http2, { type ClientSessionOptions, type SecureClientSessionOptions } from 'node:http2'
import net from 'node:net'
import type { GatewayWay, GuardState } from '../guard-state.ts'
import { connectToFailure, notifyGateway, routeConnection } from './connect.ts'

type Options = ClientSessionOptions | SecureClientSessionOptions

/** A connection to what the gateway answers for: it fails with an error that names the host, once the gateway has taken note. */
function createHttp2Refusal(host: string, port: string, way: GatewayWay): net.Socket {
  const error = new Error(
    `Failed to connect to ${host}:${port} over HTTP/2: the host has a route or a mock, and tracewright answers in HTTP/1.1 ` +
      'alone. Make the client use HTTP/1.1, with `fetch` or `node:https`.',
  )
  return connectToFailure(new net.Socket(), [{ host, port }], error, notifyGateway({ host, port }, way))
}

/**
 * Patches `http2.connect`: a session with what the gateway answers for could never be had, and would wait for ever. So would
 * one that is refused below msw 3, which holds the socket until it has read a request in HTTP/1.1.
 */
export function patchHttp2(state: GuardState): void {
  const realConnect = http2.connect
  const connect = (authority: string | URL, ...rest: unknown[]) => {
    const { protocol, hostname, port } = new URL(authority)
    const given = rest.find((arg): arg is Options => typeof arg === 'object' && arg !== null)
    const options = {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port || (protocol === 'http:' ? '80' : '443'),
    }
    const course = given?.createConnection === undefined ? routeConnection(state, options) : undefined
    if (course?.to !== 'gateway' && course?.to !== 'refusal')
      return Reflect.apply(realConnect, http2, [authority, ...rest])
    const createConnection = () =>
      course.to === 'gateway'
        ? createHttp2Refusal(options.host, options.port, course.way)
        : connectToFailure(new net.Socket(), [options], course.refuse())
    const listeners = rest.filter((arg) => typeof arg === 'function')
    return Reflect.apply(realConnect, http2, [authority, { ...given, createConnection }, ...listeners])
  }
  http2.connect = connect as typeof http2.connect
}
