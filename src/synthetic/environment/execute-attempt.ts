import { z } from 'zod'
import { ERROR_CODES } from '../../schema/tool.ts'
import type { ToolResult } from '../../schema/tools.ts'
import type { Call, Trace } from '../../schema/trace.ts'
import { describeThrown } from '../../shared/errors.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { explainUnresolved, resolve } from '../../tasks/bindings.ts'
import { executeTool, refuseUnknownTool } from '../../tools/execute.ts'
import type { Registry } from '../../tools/registry.ts'
import type { World } from '../../tools/world/world.ts'

/** Id of the call at a position of an attempt, from 0. */
const buildCallId = (position: number): string => `call_${position + 1}`

function execute(
  { tool, args }: AttemptCall,
  outputs: ReadonlyMap<string, Json>,
  registry: Registry,
  world: World,
): { args: AttemptCall['args']; result: ToolResult } {
  const readOutput = (id: string): Json | undefined => outputs.get(id)
  const buildRefusal = (message: string): ToolResult => {
    const error = { code: ERROR_CODES[400], message }
    return { ok: false, status: 400, error, committed: false }
  }
  const resolved = resolve(args, readOutput)
  if (!isObject(resolved)) return { args, result: buildRefusal(explainUnresolved(args, readOutput)) }
  try {
    const simulator = registry.get(tool)
    const result = simulator === undefined ? refuseUnknownTool(tool) : executeTool(simulator, resolved, world)
    return { args: resolved, result }
  } catch (error) {
    return { args, result: buildRefusal(describeThrown(error)) }
  }
}

/** Executes an attempt in a world, one call after the other, as a trace that the causal scorer takes. */
export function executeAttempt(
  { calls, message }: SubmittedAttempt,
  taskId: string,
  registry: Registry,
  world: World,
): Trace {
  const outputs = new Map<string, Json>()
  const made = calls.map((call, i): Call => {
    const { args, result } = execute(call, outputs, registry, world)
    if (result.ok) outputs.set(buildCallId(i), result.output)
    return {
      id: buildCallId(i),
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

/** One call of an attempt: a tool by the name it is offered under, and its arguments. */
export const attemptCallSchema = z.strictObject({
  tool: z.string().min(1),
  args: z.record(z.string(), z.json()),
})
export type AttemptCall = z.infer<typeof attemptCallSchema>

/**
 * What an agent submits: every call that does the task, in order. An argument, or a part of one, may be a reference
 * `{"$from":"call_1","at":"/x"}`: the value at the JSON Pointer in the result of the attempt's first call. Ids that a call
 * makes can be others in the attempt than they were while the agent explored, so such a value is best written so.
 */
export interface SubmittedAttempt {
  calls: readonly AttemptCall[]
  /** The answer to the user, where the agent gave one with the attempt. */
  message: string | null
}
