import { createServer as createHttpServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer, isIP, type Socket } from 'node:net'
import { TracewrightError } from '../shared/errors.ts'
import { clearTimeout, setTimeout } from '../shared/timer.ts'
import { type AllowedHosts, describeBlocked, isAllowed } from './allowed-hosts.ts'
import {
  type ClosedRun,
  findCurrentAttempt,
  isNetworkClosed,
  listConcernedRuns,
  listRunningAttempts,
} from './context.ts'
import {
  answerGatewayRequest,
  type Destination,
  parseHead,
  refuseUnread,
  refuseUpgrade,
} from './gateway/answer.ts'
import { type GuardState, guardState } from './guard-state.ts'
import { mayAnswer } from './interception-state.ts'
import { formatHostAndPort, isLoopback } from './loopback.ts'
import { isEnvironmentProxy } from './preload/proxies.ts'
import { listRoutesHere } from './routes/table.ts'
import { isSending } from './send.ts'

/** Milliseconds that a client may take until it says something; one that waits for the server speaks no HTTP. */
const SILENCE = 2000
/** Most bytes of the line in front. */
const MAX_HEADER_BYTES = 1024

/** One gateway a worker: this module may be loaded through several paths. */
const KEY = Symbol.for('tracewright.gateway')
const holder = globalThis as { [KEY]?: Promise<number> | number }

/** Port of the gateway, 0 where it does not listen. */
const readGatewayPort = (): number => (typeof holder[KEY] === 'number' ? holder[KEY] : 0)

/** Reads the line in front of a connection, and hands the rest to the server for HTTP. */
function receive(socket: Socket, http: Server, destinations: WeakMap<Socket, Destination>): void {
  let read = Buffer.alloc(0)
  socket.on('error', () => socket.destroy())
  const handleData = (chunk: Buffer): void => {
    read = Buffer.concat([read, chunk])
    const end = read.indexOf('\n')
    if (end < 0 && read.length < MAX_HEADER_BYTES) return
    socket.off('data', handleData)
    socket.pause()
    const destination = parseHead(read.subarray(0, Math.max(end, 0)).toString('latin1'))
    // Without the line in front it is the request of a client that was led here by the variables of a proxy.
    const rest = destination === undefined ? read : read.subarray(end + 1)
    if (destination !== undefined) {
      destinations.set(socket, destination)
      const timer = setTimeout(() => {
        if (socket.bytesRead > end + 1) return
        refuseUnread(destination)
        socket.destroy()
      }, SILENCE)
      timer.unref()
      socket.once('close', () => clearTimeout(timer))
    }
    if (rest.length > 0) socket.unshift(rest)
    http.emit('connection', socket)
    process.nextTick(() => socket.resume())
  }
  socket.on('data', handleData)
}

function start(): Promise<number> {
  const destinations = new WeakMap<Socket, Destination>()
  const http = createHttpServer((request, response) => {
    void answerGatewayRequest(request, response, destinations.get(request.socket))
  })
  http.on('upgrade', (request, socket) => refuseUpgrade(request, socket, destinations.get(request.socket)))
  http.on('connect', (request, socket) => refuseUpgrade(request, socket, undefined))
  http.on('clientError', (_error, socket) => {
    const destination = destinations.get(socket as Socket)
    if (destination !== undefined) refuseUnread(destination)
    socket.destroy()
  })
  const server = createServer((socket) => receive(socket, http, destinations))
  server.unref()
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port))
  })
}

/** Has the gateway of this worker listen from here on. */
export async function openGateway(): Promise<void> {
  holder[KEY] ??= start()
  holder[KEY] = await holder[KEY]
}

/** What becomes of processes and threads that a case starts. */
export type Children = 'guard' | 'refuse'

function note(what: string, runs: readonly ClosedRun[]): string | undefined {
  for (const { refused } of runs) if (!refused.includes(what)) refused.push(what)
  return runs.flatMap(({ name = [] }) => name).join(', ') || undefined
}

/**
 * Closes connections that are still open from before the case, to other machines, proxies and addresses here that have
 * routes: what goes over them is not seen.
 */
function closeOpened({ opened }: GuardState, allowed: AllowedHosts): void {
  for (const [socket, { host, port }] of opened) {
    const isProxy = isEnvironmentProxy({ host, port })
    if (isAllowed(host, allowed) && !isProxy) continue
    if (isProxy || !isLoopback(host) || listRoutesHere().includes(formatHostAndPort(host, port)))
      socket.destroy()
  }
}

/** Addresses of this machine that the gateway answers for now. An attempt that is recorded asks the real API. */
const listRoutesAnsweredHere = (): readonly string[] =>
  readGatewayPort() === 0 || listRunningAttempts().some(({ upstream }) => upstream !== undefined)
    ? []
    : listRoutesHere()

/** Whether msw takes over sockets themselves, as msw 3 does. */
const takesSockets =
  Number.parseInt((createRequire(import.meta.url)('msw/package.json') as { version: string }).version, 10) >=
  3

/**
 * Whether the attempt that runs here asks a host through its cassette, and this is not the cassette asking. Of sockets
 * that msw 3 has taken over nothing tells which one is the cassette's: where it may ask, they pass. So do those to an
 * address in place of a name, which msw 3 answers without a lookup of its own.
 */
function isAskedThrough(host: string): boolean {
  const traffic = findCurrentAttempt()?.traffic
  if (isSending() || (takesSockets && (traffic?.maySend === true || isIP(host) !== 0))) return false
  return traffic?.answersFor?.(host) === true
}

/**
 * Arms the socket guard for the rest of the worker's life: while any attempt runs, connections that leave the
 * machine go to the gateway or are refused by name. Throws where the guard was not preloaded, because then nothing could
 * be promised.
 */
export function armGuard(
  allowed: AllowedHosts,
  { children = 'guard', hasCassettes = false }: { children?: Children; hasCassettes?: boolean } = {},
): void {
  const state = guardState()
  if (state === undefined) {
    throw new TracewrightError(
      'Failed to close the network: the socket guard is not loaded in this test worker. ' +
        'Add tracewright() to the plugins of the Vitest config and keep the "--import" that it puts into test.execArgv, or set `network: "open"` in its options.',
    )
  }
  state.closeOpened = () => closeOpened(state, allowed)
  if (!isNetworkClosed()) state.closeOpened()
  const chooseWay = () => ({ port: readGatewayPort(), token: findCurrentAttempt()?.address.token ?? '-' })
  state.refuse = (host, port) => {
    if (!isNetworkClosed()) return undefined
    if (isAllowed(host, allowed) && !isAskedThrough(host)) return undefined
    const runs = listConcernedRuns()
    const address = port === '' ? host : `${host}:${port}`
    return () => new TracewrightError(describeBlocked(address, note(address, runs)))
  }
  state.gateway = (host) =>
    readGatewayPort() !== 0 && (isAskedThrough(host) || mayAnswer(host)) ? chooseWay() : undefined
  state.isRoutedHere = (host, port) =>
    isNetworkClosed() && listRoutesAnsweredHere().includes(formatHostAndPort(host, port))
  state.childEnvironment = (what) => {
    if (!isNetworkClosed()) return undefined
    // With cassettes their requests to allowed hosts come by here too.
    const allow = hasCassettes ? [] : allowed
    if (children === 'guard') return { ...chooseWay(), allow, routed: listRoutesAnsweredHere() }
    throw new TracewrightError(
      `Failed to start ${what}: the plugin's option \`children\` forbids "${note(`start of ${what}`, listConcernedRuns()) ?? 'a reference'}" to start processes and threads. ` +
        "Set it to 'guard' to allow them with guarded connections.",
    )
  }
}
