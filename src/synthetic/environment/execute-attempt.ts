import { ERROR_CODES } from '../../schema/tool.ts'
import type { Call, Trace } from '../../schema/trace.ts'
import { messageOf } from '../../shared/errors.ts'
import type { Json } from '../../shared/json.ts'
import { executeTool, type ToolResult, unknownTool } from '../../simulators/execute.ts'
import type { Registry } from '../../simulators/registry.ts'
import type { World } from '../../world/world.ts'
import type { AttemptCall, SubmittedAttempt } from './attempt.ts'
import { resolveReferences } from './references.ts'

/** Id of the call at a position of an attempt, from 0. */
const callId = (position: number): string => `call_${position + 1}`

function execute(
  { tool, args }: AttemptCall,
  outputs: ReadonlyMap<string, Json>,
  registry: Registry,
  world: World,
): { args: AttemptCall['args']; result: ToolResult } {
  try {
    const resolved = resolveReferences(args, outputs)
    const simulator = registry.get(tool)
    const result = simulator === undefined ? unknownTool(tool) : executeTool(simulator, resolved, world)
    return { args: resolved, result }
  } catch (error) {
    const refused = { code: ERROR_CODES[400], message: messageOf(error) }
    return { args, result: { ok: false, status: 400, error: refused, committed: false } }
  }
}

/**
 * Executes an attempt in a world, one call after the other, as a trace that the causal scorer takes: each call has a
 * turn of its own, so that it may use what the ones before it gave. A refused call does not end the attempt.
 */
export function executeAttempt(
  { calls, message }: SubmittedAttempt,
  taskId: string,
  registry: Registry,
  world: World,
): Trace {
  const outputs = new Map<string, Json>()
  const made = calls.map((call, i): Call => {
    const { args, result } = execute(call, outputs, registry, world)
    if (result.ok) outputs.set(callId(i), result.output)
    return {
      id: callId(i),
      tool_name: call.tool,
      arguments: args,
      status: result.status,
      ...(result.ok ? { result: result.output } : { error: result.error }),
      turn: i,
      started: 2 * i,
      ended: 2 * i + 1,
      committed: result.committed,
    }
  })
  return { task_id: taskId, calls: made, final_answer: message, seed: world.seed, attempt: 0 }
}
