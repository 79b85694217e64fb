import type { RequestHandler } from 'msw'
import { waitFor, waitUntilSettled } from '../shared/timer.ts'
import { answerCall, answerLate, answerPrepared, type CallAnswer, createRefusal } from './answer-call.ts'
import { type AttemptContext, findAttempt, findCurrentAttempt, isAnswering } from './context.ts'
import { buildJsonResponse, buildPlainResponse, http } from './msw.ts'
import { decodeSegment } from './routes/pattern.ts'
import { CALL_HEADER, TOOL_ORIGIN } from './tool-address.ts'

/** An answer as a response: JSON, unless a fault lost it or made another text of it. */
export async function buildFaultyResponse(
  { status, body, headers = {}, wire }: CallAnswer,
  signal?: AbortSignal,
): Promise<Response> {
  if (wire === undefined) return buildJsonResponse(body, { status, headers })
  if ('lost' in wire) {
    await waitFor(wire.lost, signal)
    return Response.error()
  }
  return new Response(wire.text, { status, headers: { 'content-type': 'application/json', ...headers } })
}

/** Answers with a word of ours: tells that our handlers are the ones that answer. */
export const CANARY_PATH = '/__tracewright'
export const CANARY = 'tracewright'

async function answerToolRequest(
  request: Request,
  tool: string,
  context: AttemptContext,
): Promise<CallAnswer> {
  const { recorder, address } = context
  const announced = address.redeem(request.headers.get(CALL_HEADER), tool)
  const body = await request.text()
  const id = announced ?? recorder.begin(tool, {})
  // A caller that does not tell its starts: let calls that were issued together start together.
  if (announced === undefined) await waitUntilSettled()
  if (!isAnswering(context)) return answerLate(address.token, tool) ?? buildNowhereAnswer(tool)
  const sent = context.tools.needsPreparation(tool)
    ? ((await answerPrepared(tool, body, id, context)) ??
      answerLate(address.token, tool) ??
      buildNowhereAnswer(tool))
    : answerCall(tool, body, id, context)
  if (announced === undefined) recorder.end(id)
  return sent
}

/** Refuses a call at an address of no running attempt, and records it for the caller if known. */
function buildNowhereAnswer(tool: string): CallAnswer {
  const address = `${new URL(TOOL_ORIGIN).host}/${tool}`
  const { refused = [] } = findCurrentAttempt() ?? {}
  if (!refused.includes(address)) refused.push(address)
  return createRefusal(
    404,
    'not_found',
    `${address} is not the address of a tool, because every attempt has new addresses; call the tool by its "invoke" or its "url"`,
  )
}

/** Token and tool of `/<token>/<tool>`; a path of one part has no token. */
function parsePlace(path: string): { token: string; tool: string } {
  const [first = '', ...rest] = path.slice(1).split('/')
  const [token, name] = rest.length === 0 ? ['', first] : [first, rest.join('/')]
  return { token, tool: decodeSegment(name) }
}

/** msw's own matching would throw on a path that is not valid URL encoding. */
const isToolCall = ({ request: { method, url } }: { request: Request }): boolean =>
  method === 'POST' && url.startsWith(`${TOOL_ORIGIN}/`)

/** msw handlers of the simulators: each call goes to the world of the attempt at whose address it arrives. */
export const createToolHandlers = (): RequestHandler[] => [
  http.post(isToolCall, async ({ request }) => {
    const { token, tool } = parsePlace(new URL(request.url).pathname)
    const attempt = findAttempt(token)
    const isRunning = attempt !== undefined && !('ended' in attempt)
    const sent = isRunning
      ? await answerToolRequest(request, tool, attempt)
      : (answerLate(token, tool) ?? buildNowhereAnswer(tool))
    return buildFaultyResponse(sent, request.signal)
  }),
  http.get(`${TOOL_ORIGIN}${CANARY_PATH}`, () => buildPlainResponse(CANARY)),
]
