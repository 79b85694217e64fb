import {
  dropUndefinedFields,
  isObject,
  type Json,
  type JsonObject,
  stringifyStably,
} from '../../../shared/json.ts'
import { inferSchema } from '../record/infer-schema.ts'
import { listResults } from '../record/learn-outputs.ts'
import type { RecordedCall, RecordedTool, Recording } from '../record/recording.ts'
import type { Session, SessionCall, SessionTool } from './session.ts'

const buildCallId = ({ task_id }: Session, i: number): string => `${task_id}/${i + 1}`

/** The calls of a session as a recording keeps them: those whose answer is known. */
export function buildRecordedCalls(
  session: Session,
  freeIn: (call: SessionCall) => readonly string[] = () => [],
): RecordedCall[] {
  const { calls } = session
  return calls.flatMap((call, i): RecordedCall[] => {
    const { body, type, status, tool_name: tool, arguments: args, isLeftOut } = call
    if (body === undefined || status < 200 || isLeftOut) return []
    const after = calls.flatMap((other, j) =>
      other.committed === true && !other.isLeftOut && other.ended < call.started
        ? [buildCallId(session, j)]
        : [],
    )
    const free = freeIn(call)
    const rest = { ...(after.length > 0 && { after }), ...(free.length > 0 && { free: [...free] }) }
    return [
      {
        id: buildCallId(session, i),
        tool,
        arguments: args,
        status,
        ...dropUndefinedFields({ type }),
        body,
        ...rest,
      },
    ]
  })
}

const listPathParameters = (on: readonly string[] = []): string[] =>
  on.flatMap((address) => [...address.matchAll(/\/:([^/]+)/g)].map(([, name]) => name as string))

function inferInputSchema({ on, inputSchema }: SessionTool, calls: readonly RecordedCall[]): JsonObject {
  if (inputSchema !== undefined) return inputSchema as JsonObject
  const named = listPathParameters(on)
  const seen = inferSchema(
    calls.map(({ arguments: args }) => args),
    'arguments',
  )
  const properties: Record<string, Json> = Object.fromEntries(named.map((name) => [name, { type: 'string' }]))
  return {
    type: 'object',
    properties: { ...properties, ...(isObject(seen.properties) ? seen.properties : {}) },
    ...(named.length === 0 ? {} : { required: named }),
  }
}

export const buildRecordedTool = (tool: SessionTool, calls: readonly RecordedCall[]): RecordedTool => {
  const toolCalls = calls.filter((call) => call.tool === tool.name)
  return {
    name: tool.name,
    effect: tool.effect ?? 'write',
    description: tool.description,
    ...(tool.on === undefined ? {} : { on: [...tool.on] }),
    inputSchema: inferInputSchema(tool, toolCalls),
    outputSchema: inferSchema(listResults(toolCalls), 'result'),
  }
}

export function buildRecording(session: Session): Recording {
  const calls = buildRecordedCalls(session)
  return {
    version: 1,
    tools: session.tools
      .filter(({ isSimulated }) => !session.isOwn || !isSimulated)
      .map((tool) => buildRecordedTool(tool, calls)),
    calls,
    flowed: [],
  }
}

/** What a call asks and after which changes: two that agree in it can only be told apart by their answers. */
const buildSituationKey = (
  { tool, arguments: args, after = [] }: RecordedCall,
  byId: ReadonlyMap<string, RecordedCall>,
): string =>
  stringifyStably([
    tool,
    args,
    after.map((id) => stringifyStably([byId.get(id)?.tool ?? id, byId.get(id)?.arguments ?? {}])).sort(),
  ])

/**
 * A call that was answered otherwise before, in the same situation: the API had changed between two sessions, so that
 * the two cannot be in one recording.
 */
export function findContradiction(
  earlier: readonly RecordedCall[],
  later: readonly RecordedCall[],
): { earlier: RecordedCall; later: RecordedCall } | undefined {
  const byId = new Map([...earlier, ...later].map((call) => [call.id, call]))
  const known = new Map(earlier.map((call) => [buildSituationKey(call, byId), call]))
  for (const call of later) {
    const before = known.get(buildSituationKey(call, byId))
    if (before !== undefined && (before.body !== call.body || before.status !== call.status))
      return { earlier: before, later: call }
  }
  return undefined
}
