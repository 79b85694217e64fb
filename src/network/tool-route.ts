import { setImmediate as nextTick } from 'node:timers/promises'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { floatPointers, loadJson } from '../python/json-reader.ts'
import { MALFORMED } from '../schema/tool.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { executeTool, type ToolResult, unknownTool } from '../simulators/execute.ts'
import { exceptionsOf } from '../trace/exceptions.ts'
import type { CallOutcome } from '../trace/recorder.ts'
import { type AttemptContext, attemptAt, currentAttempt, isAnswering } from './context.ts'
import { CALL_HEADER, TOOL_ORIGIN } from './tool-address.ts'

/** Answers with a word of ours: tells that our handlers are the ones that answer. */
export const CANARY_PATH = '/__tracewright'
export const CANARY = 'tracewright'

/** Requests issued together arrive within this many turns of the event loop. */
export const SETTLE_TURNS = 2

function parseBody(text: string): { args: Json; floats: ReadonlySet<string> } | undefined {
  try {
    const args = JSON.parse(text) as Json
    // Only a number with a fraction or an exponent can be a float in disguise.
    const loaded = /\d(\.0|[eE])/.test(text) ? loadJson(text) : undefined
    return { args, floats: new Set(loaded === undefined ? [] : floatPointers(loaded)) }
  } catch {
    return undefined
  }
}

function execute(
  tool: string,
  body: string,
  context: AttemptContext,
): { args: JsonObject; result: ToolResult } {
  const parsed = parseBody(body === '' ? '{}' : body)
  if (parsed === undefined) {
    const error = { code: MALFORMED, message: 'the body is not JSON' }
    return { args: {}, result: { ok: false, status: 400, error, committed: false } }
  }
  const args = isObject(parsed.args) ? parsed.args : {}
  const simulator = context.registry.get(tool)
  const result =
    simulator === undefined
      ? unknownTool(tool)
      : executeTool(simulator, parsed.args, context.world, parsed.floats)
  return { args, result }
}

/** What a trace keeps of a result. */
export function outcomeOf(result: ToolResult): CallOutcome {
  const { status, committed } = result
  if (result.ok) return { status, result: result.output, committed }
  const { error, thrown } = result
  return { status, error, committed, ...(thrown === undefined ? {} : { exceptions: exceptionsOf(thrown) }) }
}

/** What a request is told that reaches no simulator. */
const refusal = (status: 404 | 410, code: string, message: string): Response =>
  HttpResponse.json({ error: { code, message } }, { status })

const over = (attempt: string): Response =>
  refusal(
    410,
    'gone',
    `the attempt at ${JSON.stringify(attempt)} that this call belongs to is over; await every call before the agent returns`,
  )

async function answer(request: Request, tool: string, context: AttemptContext): Promise<Response> {
  const { recorder, address } = context
  const announced = address.redeem(request.headers.get(CALL_HEADER), tool)
  const body = await request.text()
  const id = announced ?? recorder.begin(tool, {})
  // A caller that does not tell its starts: let calls that were issued together start together.
  if (announced === undefined) for (let i = 0; i < SETTLE_TURNS; i++) await nextTick()
  if (!isAnswering(context)) return late(address.token, tool)
  const { args, result } = execute(tool, body, context)
  recorder.settle(id, args, outcomeOf(result))
  if (announced === undefined) recorder.end(id)
  return HttpResponse.json(result.ok ? result.output : { error: result.error }, { status: result.status })
}

/** Refuses a call of an attempt that is over, and lets the attempt know. */
function late(token: string, tool: string): Response {
  const attempt = attemptAt(token)
  if (attempt === undefined || !('ended' in attempt)) return nowhere(tool)
  attempt.onLate(tool)
  return over(attempt.ended)
}

/** Refuses a call at an address that is no attempt's, and takes note of it where it is known who made it. */
function nowhere(tool: string): Response {
  const address = `${new URL(TOOL_ORIGIN).host}/${tool}`
  const { refused = [] } = currentAttempt() ?? {}
  if (!refused.includes(address)) refused.push(address)
  return refusal(
    404,
    'not_found',
    `${address} is the address of no tool, since every attempt has tools of its own; call the tool by its "invoke" or at its "url"`,
  )
}

/** Token and tool of `/<token>/<tool>`; a path of one part has no token. */
function placeOf(path: string): { token: string; tool: string } {
  const [first = '', ...rest] = path.slice(1).split('/')
  const [token, name] = rest.length === 0 ? ['', first] : [first, rest.join('/')]
  try {
    return { token, tool: decodeURIComponent(name) }
  } catch {
    return { token, tool: name }
  }
}

/** A path that is no valid URL encoding would be an error of msw's own matching. */
const isToolCall = ({ request: { method, url } }: { request: Request }): boolean =>
  method === 'POST' && url.startsWith(`${TOOL_ORIGIN}/`)

/** msw handlers of the simulators: each call goes to the world of the attempt at whose address it arrives. */
export const toolHandlers = (): RequestHandler[] => [
  http.get(`${TOOL_ORIGIN}${CANARY_PATH}`, () => HttpResponse.text(CANARY)),
  http.post(isToolCall, ({ request }) => {
    const { token, tool } = placeOf(new URL(request.url).pathname)
    const attempt = attemptAt(token)
    if (attempt === undefined) return nowhere(tool)
    return 'ended' in attempt ? late(token, tool) : answer(request, tool, attempt)
  }),
]
