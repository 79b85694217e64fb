import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { finished } from 'node:stream/promises'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import { createActiveRedactor } from '../../shared/redact/active.ts'
import { waitFor } from '../../shared/timer.ts'
import { RefusedRequest } from '../refused-request.ts'
import { type HttpAnswer, type HttpExchange, routeRequest, type Service } from './router.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The text of the body of a request; empty where it has none.
 *
 * @param most Bytes that it may have
 * @throws RefusedRequest where it has more, is not JSON by its type, is not UTF-8 or does not come to its end
 */
async function readBody(request: IncomingMessage, most: number): Promise<string> {
  const { 'content-length': length, 'content-type': type, 'transfer-encoding': encoding } = request.headers
  const isEmpty = encoding === undefined && (length === undefined || length === '0')
  if (!isEmpty && !/^application\/json\s*(;|$)/i.test(type ?? ''))
    throw new RefusedRequest(415, 'the content type must be application/json')
  const chunks: Buffer[] = []
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= most) chunks.push(chunk)
  })
  try {
    await finished(request)
  } catch {
    throw new RefusedRequest(400, 'the body was cut off')
  }
  // A body that is too large is read to its end, and dropped, so that its sender receives the refusal.
  if (size > most) throw new RefusedRequest(413, `the body has more than ${most} bytes`)
  try {
    return decoder.decode(Buffer.concat(chunks))
  } catch {
    throw new RefusedRequest(400, 'the body is not UTF-8')
  }
}

/** Name or address in a `Host` header, without port and brackets, in lower case. */
function parseHost(header: string): string | undefined {
  try {
    const { hostname, username, password, pathname } = new URL(`http://${header}`)
    return username === '' && password === '' && pathname === '/'
      ? hostname.replace(/^\[(.*)\]$/, '$1')
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Refuses what a web page could send. A page elsewhere tells its origin, or its browser says that the request crosses
 * sites; a page whose name was rebound to this machine tells that name as the host. An address as the host cannot be rebound.
 *
 * @param allowed Names beside `localhost` by which the server is reached
 * @throws RefusedRequest
 */
function refuseBrowsers(
  { host, origin, 'sec-fetch-site': site }: IncomingHttpHeaders,
  allowed: ReadonlySet<string>,
): void {
  if (origin !== undefined || (site !== undefined && site !== 'none'))
    throw new RefusedRequest(403, 'requests of web pages are refused; call from a process')
  const name = host === undefined ? undefined : parseHost(host)
  if (name !== undefined && (isIP(name) !== 0 || name === 'localhost' || allowed.has(name))) return
  throw new RefusedRequest(
    403,
    `the host ${JSON.stringify(host ?? '')} is not allowed; use localhost or an address, or allow the name with --allow-host`,
  )
}

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

export interface Listening {
  /** Where it is reached, without a slash at the end. */
  url: string
  port: number
  /** Refuses new requests, lets those on their way end, and closes. */
  close(): Promise<void>
}

/** Milliseconds that requests on their way may take once the server closes. */
const GRACE = 2000

const HEADERS = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

async function send(
  response: ServerResponse,
  answer: NonNullable<HttpAnswer>,
  isLast: boolean,
): Promise<void> {
  const { status, body, location, headers, wire } = answer
  if (wire !== undefined && 'lost' in wire) {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    await waitFor(wire.lost, gone.signal)
    response.destroy()
    return
  }
  response.writeHead(status, {
    ...(body === undefined ? {} : HEADERS),
    ...headers,
    ...(location === undefined ? {} : { location }),
    ...(isLast ? { connection: 'close' } : {}),
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  })
  response.end(wire?.text ?? (body === undefined ? undefined : JSON.stringify(body)))
}

const formatHostInUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

function waitUntilListening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? `port ${port} is in use` : describeThrown(error)
      reject(
        new TracewrightError(
          `Failed to listen on ${formatHostInUrl(host)}:${port}: ${why}. Name another port, or 0 for any that is free.`,
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

  async function answerExchange(exchange: HttpExchange): Promise<HttpAnswer> {
    try {
      refuseBrowsers(exchange.request.headers, allowed)
      if (isClosing) throw new RefusedRequest(503, 'the server is closing')
      return await routeRequest(service, exchange)
    } catch (error) {
      if (error instanceof RefusedRequest) return { status: error.status, body: error.body }
      onProblem(createActiveRedactor().text(`a request failed: ${describeThrown(error)}`))
      const message = error instanceof TracewrightError ? error.message : 'the server failed on this request'
      return { status: 500, body: new RefusedRequest(500, message).body }
    }
  }

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let read: Promise<string> | undefined
    const readBodyOnce = (): Promise<string> => {
      read ??= readBody(request, service.limits.maxBody)
      return read
    }
    const answered = await answerExchange({ request, response, body: readBodyOnce })
    if (answered === undefined || response.headersSent) return
    // What is left of a body that nobody read would be taken for the next request.
    const isLast = isClosing || !request.complete
    request.resume()
    await send(response, answered, isLast)
  }

  const server = createServer({
    requestTimeout: service.limits.requestTime,
    connectionsCheckingInterval: 500,
  })
  server.headersTimeout = service.limits.requestTime
  // A client that does not read its answer; one that does not send its request is told so before.
  server.timeout = service.limits.requestTime + GRACE
  server.on('request', (request, response) => {
    void handleRequest(request, response).catch((error) => {
      onProblem(`an answer failed: ${describeThrown(error)}`)
      response.destroy()
    })
  })
  await waitUntilListening(server, port, host)
  const { port: boundPort } = server.address() as AddressInfo
  const url = `http://${formatHostInUrl(host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)}:${boundPort}`

  async function close(): Promise<void> {
    isClosing = true
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    const timer = setTimeout(() => server.closeAllConnections(), GRACE)
    await closed
    clearTimeout(timer)
  }
  return { url, port: boundPort, close }
}
