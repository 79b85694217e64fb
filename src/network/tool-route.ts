import { setImmediate as nextTick } from 'node:timers/promises'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { floatPointers, loadJson } from '../python/json-reader.ts'
import { MALFORMED } from '../schema/tool.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { executeTool, type ToolResult, unknownTool } from '../simulators/execute.ts'
import { type AttemptContext, attemptOfRequest, runningAttempts } from './context.ts'

/** Where the simulators are reached: `POST http://tools.test/<tool>`. */
export const TOOL_ORIGIN = 'http://tools.test'
/** Id of a call that the recorder already knows. */
export const CALL_HEADER = 'x-tracewright-call'
/** Answers with a token of ours: tells that our handlers are the ones that answer. */
export const CANARY_PATH = '/__tracewright'
export const CANARY = 'tracewright'

/** Requests issued together arrive within this many turns of the event loop. */
const SETTLE_TURNS = 2

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

async function answer(request: Request, context: AttemptContext): Promise<Response> {
  const tool = decodeURIComponent(new URL(request.url).pathname.slice(1))
  const known = request.headers.get(CALL_HEADER)
  const body = await request.text()
  const { recorder } = context
  const isKnown = known !== null && recorder.has(known)
  const id = isKnown ? known : recorder.begin(tool, {})
  // A caller that does not tell its starts: let calls that were issued together start together.
  if (!isKnown) for (let i = 0; i < SETTLE_TURNS; i++) await nextTick()
  const { args, result } = execute(tool, body, context)
  const { committed, status } = result
  if (result.ok) recorder.settle(id, args, { status, result: result.output, committed })
  else recorder.settle(id, args, { status, error: result.error, committed })
  if (!isKnown) recorder.end(id)
  return HttpResponse.json(result.ok ? result.output : { error: result.error }, { status })
}

/** msw handlers of the simulators: each call goes to the world of the attempt that made it. */
export const toolHandlers = (): RequestHandler[] => [
  http.get(`${TOOL_ORIGIN}${CANARY_PATH}`, () => HttpResponse.text(CANARY)),
  http.post(`${TOOL_ORIGIN}/:tool`, async ({ request }) => {
    const context = attemptOfRequest()
    if (context !== undefined) return answer(request, context)
    const message =
      runningAttempts().length === 0
        ? 'no test is running that this call could belong to'
        : 'several tests are running; make the call within tools.within(() => ...), so that it belongs to one'
    return HttpResponse.json({ error: { code: 'conflict', message } }, { status: 409 })
  }),
]
