import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { activeRedactor } from '../../shared/redact/active.ts'
import { type RefusalStatus, RefusedRequest } from '../refused-request.ts'
import { readBody } from './read-body.ts'
import { type Answer, type HttpExchange, routeRequest, type Service } from './router.ts'
import { refuseBrowsers } from './same-machine.ts'

/** Where a server listens. */
export interface ListenOptions {
  /** Port; 0 for any that is free. */
  port: number
  /** Address; of this machine alone by default. */
  host?: string
  /** Names beside `localhost` by which it is reached. */
  allowedHosts?: readonly string[]
  /** Told of what should not have happened. */
  onProblem?: (message: string) => void
}

/** A server that listens. */
export interface Listening {
  /** Where it is reached, without a slash at the end. */
  url: string
  port: number
  /** Refuses new requests, lets those on their way end, and closes. */
  close(): Promise<void>
}

/** Milliseconds that requests on their way may take once the server closes, and a client to close its socket. */
const GRACE = 2000

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

function send(response: ServerResponse, answer: NonNullable<Answer>, isLast: boolean): void {
  const { status, body, location } = answer
  response.writeHead(status, {
    ...(body === undefined ? {} : HEADERS),
    ...(location === undefined ? {} : { location }),
    ...(isLast ? { connection: 'close' } : {}),
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

/** Refuses what Node could not read as a request. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // A client that does not close its side would keep the socket for good.
  setTimeout(() => socket.destroy(), GRACE).unref()
  if (!socket.writable) return
  const status: RefusalStatus = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const what = status === 408 ? 'the request did not arrive in time' : 'the request is no HTTP'
  const body = JSON.stringify(new RefusedRequest(status, what).body)
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\nconnection: close`
  socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

const hostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? `port ${port} is in use` : messageOf(error)
      reject(
        new TracewrightError(
          `Failed to listen on ${hostInUrl(host)}:${port}: ${why}. Name another port, or 0 for any that is free.`,
          { cause: error },
        ),
      )
    })
    server.listen(port, host, resolve)
  })
}

/**
 * Serves runs by HTTP, as docs/serve.md defines.
 *
 * @throws TracewrightError where the port cannot be had
 */
export async function listen(
  service: Service,
  { port, host = '127.0.0.1', allowedHosts = [], onProblem = () => {} }: ListenOptions,
): Promise<Listening> {
  const allowed = new Set(allowedHosts.map((name) => name.toLowerCase()))
  let isClosing = false

  async function answerTo(exchange: HttpExchange): Promise<Answer> {
    try {
      refuseBrowsers(exchange.request.headers, allowed)
      if (isClosing) throw new RefusedRequest(503, 'the server is closing')
      return await routeRequest(service, exchange)
    } catch (error) {
      if (error instanceof RefusedRequest) return { status: error.status, body: error.body }
      onProblem(activeRedactor().text(`a request failed: ${messageOf(error)}`))
      const said = error instanceof TracewrightError ? error.message : 'the server failed on this request'
      return { status: 500, body: new RefusedRequest(500, said).body }
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let read: Promise<string> | undefined
    const body = (): Promise<string> => {
      read ??= readBody(request, service.limits.maxBody)
      return read
    }
    const answered = await answerTo({ request, response, body })
    if (answered === undefined || response.headersSent) return
    // What is left of a body that nobody read would be taken for the next request.
    const isLast = isClosing || !request.complete
    request.resume()
    send(response, answered, isLast)
  }

  const server = createServer({
    requestTimeout: service.limits.requestTime,
    connectionsCheckingInterval: 500,
  })
  server.headersTimeout = service.limits.requestTime
  // A client that does not read its answer; one that does not send its request is told so before.
  server.timeout = service.limits.requestTime + GRACE
  server.on('request', (request, response) => {
    void answer(request, response).catch((error) => {
      onProblem(`an answer failed: ${messageOf(error)}`)
      response.destroy()
    })
  })
  server.on('clientError', refuseUnreadable)
  await listening(server, port, host)
  const { port: taken } = server.address() as AddressInfo
  const url = `http://${hostInUrl(host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)}:${taken}`

  async function close(): Promise<void> {
    isClosing = true
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    const timer = setTimeout(() => server.closeAllConnections(), GRACE)
    await closed
    clearTimeout(timer)
  }
  return { url, port: taken, close }
}
