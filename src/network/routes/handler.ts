import { STATUS_CODES } from 'node:http'
import type { RequestHandler } from 'msw'
import { ToolError } from '../../schema/tool-error.ts'
import type { FaultyResult, ToolResult, WireReply } from '../../schema/tools.ts'
import { describeThrown } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { waitUntilSettled } from '../../shared/timer.ts'
import { buildCallAnswer, buildOutcome } from '../answer-call.ts'
import {
  type AttemptContext,
  findCurrentAttempt,
  findEndedAttempt,
  isAnswering,
  listAnsweringAttempts,
  listRunningAttempts,
} from '../context.ts'
import { buildJsonResponse, http } from '../msw.ts'
import { BODILESS } from '../send.ts'
import { buildFaultyResponse } from '../tool-route.ts'
import { mergeArguments, readRouteArguments, readRoutedRequest } from './request-arguments.ts'
import type { Route, RoutedRequest } from './route.ts'
import { findRoute, listRoutesOfHost, type RouteHit } from './table.ts'
import type { Upstream } from './upstream.ts'

/** What a function of a route threw, as the answer that the agent gets: status 500, and the message says whose it is. */
class RouteFunctionError extends ToolError {
  constructor(name: 'args' | 'reply' | 'error', { on }: Route, thrown: unknown) {
    super(500, `the function "${name}" of the route "${on}" threw: ${describeThrown(thrown)}`)
    this.cause = thrown
  }
}

/**
 * A value that a function of a route gives.
 *
 * @throws ToolError where it throws
 */
function callRoute<T>(name: 'args' | 'reply' | 'error', route: Route, make: () => T): T {
  try {
    const value = make()
    if (value instanceof Promise) throw new TypeError('it returned a promise; return a value')
    return value
  } catch (thrown) {
    throw new RouteFunctionError(name, route, thrown)
  }
}

/** What a call came to whose route failed at it; anything else that was thrown is thrown on. */
function describeFailure(error: unknown, committed: boolean): Extract<ToolResult, { ok: false }> {
  if (!(error instanceof RouteFunctionError)) throw error
  return { ok: false, status: error.status, error: error.body, committed, thrown: error.cause }
}

const createRefusal = (status: 409 | 501, code: string, message: string): Response =>
  buildJsonResponse({ error: { code, message } }, { status })

const formatRequest = ({ method, url }: Request): string => {
  const { origin, pathname } = new URL(url)
  return `${method} ${origin}${pathname}`
}

const noteRefused = (request: Request, attempts: readonly AttemptContext[]): void => {
  for (const { refused } of attempts)
    if (!refused.includes(formatRequest(request))) refused.push(formatRequest(request))
}

interface RoutedCall {
  id: string
  route: Route
  routed: RoutedRequest
}

const AMBIGUOUS =
  'several cases are running, and it could belong to any of them; run cases one by one (`concurrent: false`)'

/** The attempt that a request belongs to, or why it is missing. */
function findAttemptFor({ route }: RouteHit): AttemptContext | string {
  const current = findCurrentAttempt()
  const over = findEndedAttempt()
  const running = listAnsweringAttempts()
  const [only] = running
  // Its client may serve all of them in the context of the one that started it.
  if (route.attribution === 'running' && running.length > 1) return AMBIGUOUS
  if (current !== undefined && !isAnswering(current) && listRunningAttempts().includes(current))
    return `it was sent for "${current.name}", which ended while its agent was still running`
  if (current !== undefined && over === undefined) return current
  if (running.length !== 1 || only === undefined)
    return over === undefined
      ? `${AMBIGUOUS}, or send it from where the agent was called`
      : `it was sent for "${over}", which is over`
  if (over === undefined || route.attribution === 'running') return only
  return (
    `it was sent for "${over}", which is over, while "${only.name}" runs; await every request before the agent returns, or, ` +
    "for a client that outlives a case, set `attribution: 'running'` on the route"
  )
}

const buildWireResponse = ({ status, type, body }: WireReply): Response =>
  new Response(BODILESS.has(status) ? null : body, {
    status,
    headers: type === '' ? {} : { 'content-type': type },
  })

const buildFailureResponse = ({ status, error }: Extract<ToolResult, { ok: false }>): Response =>
  buildJsonResponse({ error }, { status })

/** The answer of the real API to what the simulator said. */
function buildResponse(result: ToolResult, route: Route, routed: RoutedRequest): Response {
  const { status, reply, error } = route
  if (!result.ok) {
    const told = { ...result.error, status: result.status }
    const body = error === undefined ? undefined : callRoute('error', route, () => error(told))
    return body === undefined
      ? buildFailureResponse(result)
      : buildJsonResponse(body, { status: result.status })
  }
  // These may have no body, or the response cannot be made.
  if (status === 204 || status === 205)
    return new Response(null, { status, statusText: STATUS_CODES[status] ?? '' })
  const { output } = result
  // Only a recording gives anything but an object, and its answers go out as they came.
  const body =
    reply === undefined ? output : callRoute('reply', route, () => reply(output as JsonObject, routed))
  return buildJsonResponse(body, { status: status ?? 200 })
}

/** Has the tool's simulator answer a request, and notes the call. */
async function simulate(
  { recorder, tools }: AttemptContext,
  call: RoutedCall,
  signal: AbortSignal,
): Promise<Response> {
  const { id, route, routed } = call
  const tool = tools.get(route.tool)
  let args: JsonObject = {}
  let outcome: FaultyResult | undefined
  let response: Response
  let wire: WireReply | undefined
  try {
    args =
      callRoute('args', route, () => route.args?.(routed)) ??
      (tool === undefined ? {} : readRouteArguments(routed, tool))
    wire = tools.recorded(route.tool, args)
    outcome = tools.call(route.tool, args, id)
    // What went wrong on purpose goes before what was recorded.
    if (outcome.fault !== undefined) wire = undefined
    response = wire === undefined ? buildResponse(outcome.result, route, routed) : buildWireResponse(wire)
  } catch (error) {
    const failed = describeFailure(error, outcome?.result.committed === true)
    outcome = { result: failed }
    response = buildFailureResponse(failed)
  }
  const { result, fault } = outcome
  const kept = buildOutcome(result, fault)
  recorder.settle(id, args, wire === undefined ? kept : { ...kept, status: wire.status })
  const sent =
    outcome.wire === undefined ? response : await buildFaultyResponse(buildCallAnswer(outcome, null), signal)
  if (outcome.retryAfter !== undefined) sent.headers.set('retry-after', String(outcome.retryAfter))
  recorder.end(id)
  return sent
}

async function passOn({ recorder }: AttemptContext, upstream: Upstream, request: Request, call: RoutedCall) {
  const { id, route, routed } = call
  let args: JsonObject
  try {
    args = callRoute('args', route, () => route.args?.(routed)) ?? mergeArguments(routed)
  } catch (error) {
    const failed = describeFailure(error, false)
    recorder.settle(id, {}, buildOutcome(failed))
    recorder.end(id)
    return buildFailureResponse(failed)
  }
  const { response, outcome } = await upstream.pass(request, call)
  recorder.settle(id, args, outcome)
  recorder.end(id)
  return response
}

async function answerRoute(request: Request, hit: RouteHit): Promise<Response> {
  const { route, params } = hit
  const context = findAttemptFor(hit)
  if (typeof context === 'string') {
    noteRefused(request, listRunningAttempts())
    return createRefusal(409, 'unattributed', `${formatRequest(request)} was refused: ${context}`)
  }
  const { recorder, upstream } = context
  const routed = await readRoutedRequest(upstream === undefined ? request : request.clone(), params)
  const id = recorder.begin(route.tool, {})
  // Requests that were sent together start together.
  await waitUntilSettled()
  const call = { id, route, routed }
  return upstream === undefined
    ? simulate(context, call, request.signal)
    : passOn(context, upstream, request, call)
}

/** Requests to the agent's own APIs that a route takes. They are looked up as they come, so that setup files may stand in any order. */
export const routeHandler = (): RequestHandler =>
  http.all(
    ({ request }) => listRunningAttempts().length > 0 && findRoute(request) !== undefined,
    async ({ request }) => {
      const hit = findRoute(request)
      if (hit === undefined) return undefined
      if (request.method !== 'HEAD' || hit.route.pattern.method === 'HEAD') return answerRoute(request, hit)
      const { status, headers } = await answerRoute(new Request(request, { method: 'GET' }), hit)
      return new Response(null, { status, statusText: STATUS_CODES[status] ?? '', headers })
    },
  )

export const isUnrouted = (request: Request): boolean =>
  listRunningAttempts().length > 0 && findRoute(request) === undefined && listRoutesOfHost(request).length > 0

/** Refuses a request that no route takes, naming those of its host: the real API is not asked in silence. */
export function refuseUnrouted(request: Request): Response {
  const current = findCurrentAttempt()
  noteRefused(request, current === undefined ? listRunningAttempts() : [current])
  const routes = listRoutesOfHost(request).map(({ on }) => on)
  return createRefusal(501, 'no_route', `no route takes ${formatRequest(request)}, only ${routes.join(', ')}`)
}
