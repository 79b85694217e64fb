import { bodyJson } from '../../../network/routes/upstream.ts'
import { defined, isObject, type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import { schemaOf } from '../record/infer-schema.ts'
import type { RecordedCall, RecordedTool, Recording } from '../record/recording.ts'
import type { Session, SessionCall, SessionTool } from './session.ts'

const callId = ({ task_id }: Session, i: number): string => `${task_id}/${i + 1}`

/** The calls of a session as a recording keeps them: those whose answer is known. */
export function recordedCalls(
  session: Session,
  freeIn: (call: SessionCall) => readonly string[] = () => [],
): RecordedCall[] {
  const { calls } = session
  return calls.flatMap((call, i): RecordedCall[] => {
    const { body, type, status, tool_name: tool, arguments: args } = call
    if (body === undefined || status < 200) return []
    const after = calls.flatMap((other, j) =>
      other.committed === true && other.ended < call.started ? [callId(session, j)] : [],
    )
    const free = freeIn(call)
    const rest = { ...(after.length > 0 && { after }), ...(free.length > 0 && { free: [...free] }) }
    return [{ id: callId(session, i), tool, arguments: args, status, ...defined({ type }), body, ...rest }]
  })
}

const inPath = (on: readonly string[] = []): string[] =>
  on.flatMap((address) => [...address.matchAll(/\/:([^/]+)/g)].map(([, name]) => name as string))

function inputSchemaOf({ on, inputSchema }: SessionTool, calls: readonly RecordedCall[]): JsonObject {
  if (inputSchema !== undefined) return inputSchema as JsonObject
  const named = inPath(on)
  const seen = schemaOf(calls.map(({ arguments: args }) => args))
  const properties: Record<string, Json> = Object.fromEntries(named.map((name) => [name, { type: 'string' }]))
  return {
    type: 'object',
    properties: { ...properties, ...(isObject(seen.properties) ? seen.properties : {}) },
    ...(named.length === 0 ? {} : { required: named }),
  }
}

export const recordedTool = (tool: SessionTool, calls: readonly RecordedCall[]): RecordedTool => {
  const toolCalls = calls.filter((call) => call.tool === tool.name)
  return {
    name: tool.name,
    effect: tool.effect ?? 'write',
    description: tool.description,
    ...(tool.on === undefined ? {} : { on: [...tool.on] }),
    inputSchema: inputSchemaOf(tool, toolCalls),
    outputSchema: schemaOf(toolCalls.filter(succeeded2xx).map(({ body }) => bodyJson(body))),
  }
}

const succeeded2xx = ({ status }: RecordedCall): boolean => status < 300

export function recordingOfSession(session: Session): Recording {
  const calls = recordedCalls(session)
  return {
    version: 1,
    tools: session.tools.map((tool) => recordedTool(tool, calls)),
    calls,
    flowed: [],
  }
}

/** What a call asks and after which changes: two that agree in it can only be told apart by their answers. */
const situationOf = (
  { tool, arguments: args, after = [] }: RecordedCall,
  byId: ReadonlyMap<string, RecordedCall>,
): string =>
  stableJson([
    tool,
    args,
    after.map((id) => stableJson([byId.get(id)?.tool ?? id, byId.get(id)?.arguments ?? {}])).sort(),
  ])

/**
 * A call that was answered otherwise before, in the same situation: the API had changed between two sessions, so that
 * the two cannot be in one recording.
 */
export function contradiction(
  earlier: readonly RecordedCall[],
  later: readonly RecordedCall[],
): { earlier: RecordedCall; later: RecordedCall } | undefined {
  const byId = new Map([...earlier, ...later].map((call) => [call.id, call]))
  const known = new Map(earlier.map((call) => [situationOf(call, byId), call]))
  for (const call of later) {
    const before = known.get(situationOf(call, byId))
    if (before !== undefined && (before.body !== call.body || before.status !== call.status))
      return { earlier: before, later: call }
  }
  return undefined
}
