import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream/promises'
import { TracewrightError } from '../../shared/errors.ts'
import { describeBlocked } from '../allowed-hosts.ts'
import { findAttempt, listConcernedRuns, runAfter, runAsAttempt } from '../context.ts'
import { readInterception } from '../interception-state.ts'
import { hasRoutes } from '../routes/table.ts'

/** Where a connection was to go, and whose it is. */
export interface Destination {
  scheme: 'http' | 'https'
  token: string
  host: string
  port: string
}

/** Reads the line that the guard writes in front of a connection. */
export function parseHead(line: string): Destination | undefined {
  const [, scheme, token = '', host = '', port = ''] = /^TW (https?) (\S+) (\S+) (\d*)$/.exec(line) ?? []
  return scheme === undefined ? undefined : { scheme: scheme as 'http' | 'https', token, host, port }
}

/** The attempt's token in the credentials that the variables of a proxy hold. */
function readToken({ headers }: IncomingMessage): string {
  const [, encoded = ''] = /^Basic (.+)$/i.exec(headers['proxy-authorization'] ?? '') ?? []
  return Buffer.from(encoded, 'base64').toString('utf8').split(':')[1] ?? '-'
}

const formatAddress = ({ host, port }: Destination): string => (port === '' ? host : `${host}:${port}`)

/** The whole URL of a request. */
function buildUrl({ scheme, host, port }: Destination, path: string): string {
  const origin = `${scheme}://${host.includes(':') ? `[${host}]` : host}${port === '' ? '' : `:${port}`}`
  return new URL(path, origin).href
}

/** Marks what the gateway sends itself: what comes back was taken by nobody. */
const MARK = 'x-tracewright-gateway'

const HOP_BY_HOP =
  'connection content-length expect host keep-alive proxy-authorization proxy-connection te transfer-encoding upgrade'.split(
    ' ',
  )

const dropHopByHopHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)))

function note(what: string, token: string): void {
  const attempt = findAttempt(token)
  const isKnown = attempt !== undefined && !('ended' in attempt)
  for (const { refused } of listConcernedRuns(isKnown ? attempt : undefined))
    if (!refused.includes(what)) refused.push(what)
}

/** Takes note of a connection that speaks no HTTP. */
export const refuseUnread = (destination: Destination): void =>
  note(formatAddress(destination), destination.token)

/** Where a tunnel was to go. That it is one is why a route there does not answer. */
function describeTunnel({ url = '' }: IncomingMessage): string {
  const [host = ''] = url.split(':')
  return hasRoutes(host)
    ? `${url} (encrypted: its routes answer programs other than node over http alone)`
    : url
}

/** Refuses a WebSocket, and a tunnel: what goes through one is encrypted. */
export function refuseUpgrade(
  request: IncomingMessage,
  socket: { end(text: string): unknown },
  destination: Destination | undefined,
): void {
  const what = destination === undefined ? describeTunnel(request) : formatAddress(destination)
  note(what, destination?.token ?? readToken(request))
  socket.end(`HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n${describeBlocked(what)}\n`)
}

/** The refusal of the guard in an error, or else that nothing answered. */
function describeFailure(error: unknown, url: string): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof TracewrightError) return cause.message
  return describeBlocked(url)
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? undefined : Buffer.concat(chunks)
}

async function runOnBehalf<T>(token: string, act: () => Promise<T>): Promise<T> {
  const attempt = findAttempt(token)
  if (attempt === undefined) return act()
  return 'ended' in attempt ? runAfter(attempt.ended, act) : runAsAttempt(attempt, act)
}

/** Sends the request from within this worker, over a connection of its own: pools are shared with the clients here. */
async function send(request: IncomingMessage, url: string): Promise<IncomingMessage> {
  const { method = 'GET', headers } = request
  const body = await readBody(request)
  await readInterception().begin?.()
  const sent = (url.startsWith('https:') ? https : http).request(url, {
    method,
    agent: false,
    headers: {
      ...dropHopByHopHeaders(headers),
      [MARK]: '1',
      ...(body === undefined ? {} : { 'content-length': body.length }),
    },
  })
  return new Promise((done, fail) => {
    sent.on('response', done).on('error', fail)
    sent.end(body)
  })
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(502, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ error: { code: 'refused', message } }))
}

async function pass(reply: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(reply.statusCode ?? 502, { ...dropHopByHopHeaders(reply.headers), connection: 'close' })
  await pipeline(reply, response)
}

/**
 * Answers a request by asking for it from within this worker, on behalf of its attempt, where routes, tools and the
 * user's own mocks answer. The connection is closed after it, so that none is kept for another attempt.
 *
 * @param destination Where the connection was to go; undefined for a client that takes the gateway for a proxy
 */
export async function answerGatewayRequest(
  request: IncomingMessage,
  response: ServerResponse,
  destination: Destination | undefined,
): Promise<void> {
  const { url: path = '/' } = request
  const url = destination === undefined ? path : buildUrl(destination, path)
  const token = destination?.token ?? readToken(request)
  try {
    if (request.headers[MARK] !== undefined || !URL.canParse(url)) {
      note(destination === undefined ? url : formatAddress(destination), token)
      refuse(response, describeBlocked(url))
    } else await pass(await runOnBehalf(token, () => send(request, url)), response)
  } catch (error) {
    if (response.headersSent) response.destroy()
    else refuse(response, describeFailure(error, url))
  }
}
