import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { type AttemptContext, findAttemptOfRequest } from './context.ts'
import { guardState } from './guard-state.ts'
import { isLoopback } from './loopback.ts'
import { hasRoutes } from './routes/table.ts'
import { TOOL_ORIGIN } from './tool-address.ts'

/** Ends of the paths by which models are asked: OpenAI and what is compatible, Anthropic, Gemini, Ollama, Bedrock. */
const MODEL_PATH =
  /\/(?:(?:chat\/)?completions|responses|messages|embeddings|messages\/count_tokens|api\/(?:chat|generate|embed)|converse|converse-stream|invoke|invoke-with-response-stream)$|:(?:generateContent|streamGenerateContent|embedContent|batchEmbedContents|countTokens)$/

export const isModelPath = ({ pathname }: URL): boolean => MODEL_PATH.test(pathname)

/** How the last request of a kind went; `outage` says what failed, and is undefined where the endpoint answered. */
interface LastReply {
  outage: string | undefined
}

interface EndpointLog {
  model?: LastReply
  /** Others outside of this machine: a model may be asked by a path that nobody knows. */
  other?: LastReply
  isClosed: boolean
}

/** A request on its way. */
interface EndpointExchange {
  log: EndpointLog
  kind: 'model' | 'other'
  name: string
  isAnswered: boolean
}

/** One set of subscriptions a worker: this module may be loaded through several paths. */
const KEY = Symbol.for('tracewright.endpoints')
interface SharedLogs {
  logs: WeakMap<AttemptContext, EndpointLog>
  exchanges: WeakMap<object, EndpointExchange>
}
const holder = globalThis as { [KEY]?: SharedLogs }

const isOutageStatus = (status: number): boolean => status === 429 || (status >= 500 && status <= 599)

/** Which kind of endpoint a request asks; undefined for one that is not the model's, or is answered here. */
function classifyExchange(
  method: string,
  url: URL,
  { traffic }: AttemptContext,
): EndpointExchange['kind'] | undefined {
  // A replayed reply is none of the network.
  if (traffic !== undefined && traffic.maySend !== true) return undefined
  if (url.origin === TOOL_ORIGIN || hasRoutes(url.hostname)) return undefined
  const isModel = method === 'POST' && isModelPath(url)
  if (isLoopback(url.hostname)) return isModel ? 'model' : undefined
  const mayLeave =
    guardState()?.refuse?.(url.hostname, url.port) === undefined ||
    traffic?.answersFor?.(url.hostname) === true
  if (!mayLeave) return undefined
  return isModel ? 'model' : 'other'
}

function begin(request: object, method: string, address: string): void {
  const attempt = findAttemptOfRequest()
  const log = attempt === undefined ? undefined : holder[KEY]?.logs.get(attempt)
  if (attempt === undefined || log === undefined || !URL.canParse(address)) return
  const url = new URL(address)
  const kind = classifyExchange(method, url, attempt)
  if (kind === undefined) return
  const name = `${method} ${url.origin}${url.pathname}`
  holder[KEY]?.exchanges.set(request, { log, kind, name, isAnswered: false })
}

function end(request: object, outage: (exchange: EndpointExchange) => string | undefined): void {
  const exchange = holder[KEY]?.exchanges.get(request)
  if (exchange === undefined || exchange.log.isClosed) return
  exchange.log[exchange.kind] = { outage: outage(exchange) }
}

function noteAnswered(request: object, status: number): void {
  end(request, (exchange) => {
    exchange.isAnswered = true
    return isOutageStatus(status) ? `${exchange.name} answered ${status}` : undefined
  })
}

function noteFailed(request: object, error: unknown): void {
  const { name, code, message } = (error ?? {}) as { name?: string; code?: unknown; message?: string }
  const exchange = holder[KEY]?.exchanges.get(request)
  // A client that has heard enough breaks off what it reads; one that waits in vain gives up.
  if (exchange?.isAnswered === true && name === 'AbortError') return
  const why = typeof code === 'string' ? code : (message ?? name ?? 'no reply')
  end(request, (one) => `${one.name} ${one.isAnswered ? 'broke off' : 'was not answered'} (${why})`)
}

/** Subscribes to what node's clients of HTTP say of their requests: `fetch`, undici, `http`, `https` and what uses them. */
function watch(): SharedLogs {
  const shared: SharedLogs = { logs: new WeakMap(), exchanges: new WeakMap() }
  interface Undici {
    request: { method: string; origin?: unknown; path: string }
    response: { statusCode: number }
    error: unknown
  }
  interface Http {
    request: ClientRequest
    response: IncomingMessage
    error: unknown
  }
  subscribe('undici:request:create', (message) => {
    const { request } = message as Undici
    begin(request, request.method, `${String(request.origin)}${request.path}`)
  })
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as Undici
    noteAnswered(request, response.statusCode)
  })
  subscribe('undici:request:error', (message) => {
    const { request, error } = message as Undici
    noteFailed(request, error)
  })
  subscribe('http.client.request.start', (message) => {
    const { request } = message as Http
    const host = request.getHeader('host') ?? request.host
    begin(request, request.method, `${request.protocol}//${String(host)}${request.path}`)
  })
  subscribe('http.client.request.error', (message) => {
    const { request, error } = message as Http
    noteFailed(request, error)
  })
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = message as Http
    noteAnswered(request, response.statusCode ?? 0)
  })
  return shared
}

export interface EndpointWatch {
  /** Call when the attempt is over: requests that its clients abort later do not count against the endpoint. */
  close(): void
  /**
   * What failed, where the last that the network saw of the model's endpoint is that it answered 429 or 5xx, reset the
   * connection, or was given up. Undefined where it answered, and where nothing was asked over the network.
   */
  readonly outage: string | undefined
}

export function watchEndpoint(context: AttemptContext): EndpointWatch {
  holder[KEY] ??= watch()
  const log: EndpointLog = { isClosed: false }
  holder[KEY].logs.set(context, log)
  return {
    close() {
      log.isClosed = true
    },
    get outage() {
      return (log.model ?? log.other)?.outage
    },
  }
}
