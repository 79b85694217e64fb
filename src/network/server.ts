import type { RequestHandler } from 'msw'
import { defaultNetworkOptions, type SetupServer, setupServer } from 'msw/node'
import { TracewrightError } from '../shared/errors.ts'
import { findAttemptOfRequest } from './context.ts'
import { guardState } from './guard-state.ts'
import { type Controller, type Interception, readInterception, type Server } from './interception-state.ts'
import { isLoopback } from './loopback.ts'
import { http } from './msw.ts'
import { isUnrouted, refuseUnrouted, routeHandler } from './routes/handler.ts'
import { TOOL_ORIGIN } from './tool-address.ts'
import { CANARY, CANARY_PATH, createToolHandlers } from './tool-route.ts'

const EVENTS = ['response:mocked', 'response:bypass'] as const

async function readToEnd(body: ReadableStream<unknown>): Promise<void> {
  const reader = body.getReader()
  while (!(await reader.read()).done);
}

const swallow = (): void => {}

/** Nobody but us listens to a server of our own. */
function read({ response: { body } }: { response: Response }): void {
  if (body !== null) readToEnd(body).catch(swallow)
}

/** Listeners of the user's may read what they got at any later time. */
function readCopy({ response }: { response: Response }): void {
  // A listener that was there before may have begun to read it.
  if (response.body === null || response.bodyUsed || response.body.locked) return
  read({ response: response.clone() })
}

/**
 * Reads the copy of each response that msw hands to listeners. In msw 2 a body of `fetch` cannot be cancelled before its
 * copy was read (https://github.com/mswjs/interceptors/issues/712). A client that drops the body of a 429 before it
 * tries again, such as that of OpenAI, waits for ever. It now waits for the end of the response, where msw 3 does not.
 * May be called again, after `removeAllListeners()`.
 */
function readCopies({ events }: Partial<Pick<SetupServer, 'events'>>, isOurs: boolean): void {
  const listener = isOurs ? read : readCopy
  for (const name of EVENTS) {
    events?.removeListener(name, listener)
    events?.on(name, listener)
  }
}

const buildHandlers = (state: Interception): RequestHandler[] => {
  // Tools first: msw reads the cookies of a request for every handler that it tries.
  if (state.handlers.length === 0) state.handlers = [...createToolHandlers(), routeHandler()]
  return state.handlers
}

async function isHandledElsewhere(
  server: Server,
  ours: readonly RequestHandler[],
  request: Request,
): Promise<boolean> {
  for (const handler of server.listHandlers()) {
    if (ours.includes(handler as RequestHandler) || !('test' in handler)) continue
    if (await (handler as RequestHandler).test({ request: request.clone() as Request })) return true
  }
  return false
}

/** Whether a request leads to a host that may be reached. */
const mayLeave = ({ hostname, port }: URL): boolean =>
  guardState()?.refuse?.(hostname, port) === undefined ||
  findAttemptOfRequest()?.traffic?.answersFor?.(hostname) === true

const isWatched = (url: URL): boolean => findAttemptOfRequest()?.traffic !== undefined && mayLeave(url)

/**
 * Lets requests to this machine through, unless the user's own handlers answer them. Where an attempt takes note of
 * its traffic, those that may leave the machine go by it as well.
 */
function createLoopbackHandler(server: Server, ours: readonly RequestHandler[]): RequestHandler {
  const handler: RequestHandler = http.all(
    ({ request }) => {
      const url = new URL(request.url)
      return isLoopback(url.hostname) || isWatched(url) || isUnrouted(request)
    },
    async ({ request }) => {
      if (await isHandledElsewhere(server, [...ours, handler], request)) return undefined
      // A host that has routes is reached where `allow` names it, and not for want of a guard or for being recorded.
      const isNamed =
        findAttemptOfRequest()?.upstream === undefined &&
        guardState()?.refuse !== undefined &&
        mayLeave(new URL(request.url))
      if (isUnrouted(request) && !isNamed) return refuseUnrouted(request)
      const answer = await findAttemptOfRequest()?.traffic?.exchange(request)
      return answer ?? (await import('msw')).passthrough()
    },
  )
  return handler
}

/** Asks as a request does: by a frame of the network, which leaves the rest undone. */
function findListeningController(): Controller | undefined {
  let found: Controller | undefined
  const frame = {
    events: { on() {} },
    getHandlers(controller: Controller) {
      found = controller
      return []
    },
    resolve: async () => null,
  }
  void defaultNetworkOptions.sources[0].queue(frame as never)
  return found
}

const isListening = ({ loopbackOf }: Interception, server: Server): boolean =>
  findListeningController()?.currentHandlers().includes(loopbackOf.get(server)) === true

function listenOurs(state: Interception): void {
  if (state.ours !== undefined && isListening(state, state.ours)) return
  const server = setupServer()
  const loopback = createLoopbackHandler(server, buildHandlers(state))
  state.loopbackOf.set(server, loopback)
  server.use(...buildHandlers(state), loopback)
  readCopies(server, true)
  state.ours = server
  // The guard below msw refuses whatever is not handled; both majors' option names, so that neither warns.
  const pass = () => {}
  server.listen({ onUnhandledRequest: pass, onUnhandledFrame: pass } as Parameters<Server['listen']>[0])
}

function closeOurs(state: Interception): void {
  if (state.ours !== undefined && isListening(state, state.ours)) state.ours.close()
  state.ours = undefined
}

/**
 * The msw server that listens and that was made within an installed package, which imports `msw/node` itself. Ours would
 * silence it, so our handlers live in it.
 */
function findPackagedServer(state: Interception): Server | undefined {
  const controller = findListeningController()
  if (controller === undefined) return undefined
  const known = state.packaged.get(controller)
  if (known !== undefined || controller.currentHandlers().includes(buildHandlers(state)[0])) return known
  const server = {
    use: (...handlers: unknown[]) => controller.use(handlers),
    listHandlers: () => controller.currentHandlers(),
  } as unknown as Server
  const loopback = createLoopbackHandler(server, buildHandlers(state))
  state.loopbackOf.set(server, loopback)
  state.packaged.set(controller, server)
  const reset = controller.reset.bind(controller)
  controller.reset = (handlers) => {
    reset(handlers)
    if (state.wanted) addHandlers(state, server, loopback)
  }
  return server
}

const findListeningServer = (state: Interception): Server | undefined =>
  [...state.adopted].filter(([, listens]) => listens).at(-1)?.[0] ?? findPackagedServer(state)

/** Whether a handler may answer requests to a host: a handler without a known host may answer any. */
function mayCover(handler: unknown, host: string): boolean {
  const path = (handler as { info?: { path?: unknown } }).info?.path
  if (typeof path !== 'string') return true
  const [, named = '*'] = /^(?:\w+:)?\/\/([^/]+)/.exec(path) ?? []
  const isRelative = path.startsWith('/') && !path.startsWith('//')
  if (isRelative) return false
  const name = named.replace(/:(\d+|\*)$/, '')
  return name.includes('*') || name.startsWith(':') || name === host
}

/** Whether a mock of the user's may answer requests to a host. */
function mayMock(host: string): boolean {
  const state = readInterception()
  const server = findListeningServer(state)
  const ours: readonly unknown[] =
    server === undefined ? [] : [...buildHandlers(state), state.loopbackOf.get(server)]
  return server?.listHandlers().some((one) => !ours.includes(one) && mayCover(one, host)) ?? false
}

readInterception().mayMock = mayMock

/** Puts our handlers in front of those of an adopted server, once. */
function addHandlers(state: Interception, server: Server, loopback: RequestHandler): void {
  readCopies(server, false)
  const present = server.listHandlers() as readonly unknown[]
  if (present.includes(loopback)) return
  server.use(...buildHandlers(state), loopback)
}

/**
 * Adopts an msw server of the user. While it listens, it has tracewright's handlers too, even after its
 * `resetHandlers()`. When it closes, tracewright's own server takes over.
 */
export function adoptServer<T extends Server>(server: T): T {
  const state = readInterception()
  const { listen, close, resetHandlers } = server
  const loopback = createLoopbackHandler(server, buildHandlers(state))
  state.loopbackOf.set(server, loopback)
  state.adopted.set(server, false)
  server.listen = (...args) => {
    state.adopted.set(server, true)
    closeOurs(state)
    listen(...args)
    if (state.wanted) addHandlers(state, server, loopback)
  }
  server.close = (...args) => {
    close(...args)
    state.adopted.set(server, false)
    if (state.wanted && findListeningServer(state) === undefined) listenOurs(state)
  }
  server.resetHandlers = (...args) => {
    resetHandlers(...args)
    if (state.wanted && state.adopted.get(server)) addHandlers(state, server, loopback)
  }
  return server
}

/**
 * Notices servers that begin or cease to listen while a case runs, such as that of a package which the agent loads then.
 * All servers share one source. msw subscribes it anew for each of them, and asked a second server twice of each request.
 */
function watchSource(state: Interception): void {
  if (state.isWatching) return
  state.isWatching = true
  const [source] = defaultNetworkOptions.sources
  const enable = source.enable.bind(source)
  const disable = source.disable.bind(source)
  let isEnabled = findListeningController() !== undefined
  source.enable = () => {
    if (!isEnabled) enable()
    isEnabled = true
    if (state.wanted) intercept()
  }
  source.disable = () => {
    isEnabled = false
    disable()
    if (state.wanted) intercept()
  }
}

/** Makes sure that tool calls are intercepted from here on, by the user's server or by our own. */
export function intercept(): void {
  const state = readInterception()
  state.wanted = true
  watchSource(state)
  const server = findListeningServer(state)
  if (server === undefined) listenOurs(state)
  else addHandlers(state, server, state.loopbackOf.get(server) as RequestHandler)
}

/** Throws where requests to the tools do not reach our handlers, because something else took over. */
export async function checkInterception(): Promise<void> {
  let answer: string
  try {
    answer = await (await fetch(`${TOOL_ORIGIN}${CANARY_PATH}`)).text()
  } catch (error) {
    answer = String(error)
  }
  if (answer === CANARY) return
  throw new TracewrightError(
    `Failed to reach the simulators: another interceptor answers requests to ${TOOL_ORIGIN}. ` +
      'If a second msw server listens in this worker, import `setupServer` from "msw/node" in a file that Vitest ' +
      'transforms, or hand the server to `adoptServer` of "tracewright/fixtures".',
  )
}
