import type { Step } from '../schema/task.ts'
import type { Tool } from '../schema/tool.ts'
import { callable } from '../schema/tools.ts'
import type { Call } from '../schema/trace.ts'
import { type Json, stableJson } from '../shared/json.ts'
import { valueAt } from '../shared/pointer.ts'
import { consumedFrom } from './consumed.ts'
import type { Judging } from './judging.ts'
import { worldBefore } from './world-before.ts'

const requiredOf = ({ inputSchema }: Pick<Tool, 'inputSchema'>): readonly string[] =>
  (inputSchema.required ?? []) as string[]

/**
 * Tells optional arguments of reads that make no difference. Without the argument the same call, made in the same
 * world, gives equal values wherever the task takes some, or an equal output where it takes none. They are not graded;
 * see docs/scoring.md#equality. A tool that is not simulated here is taken at its word.
 */
export function idleArguments({
  expected: { steps },
  answer,
  trace,
  tools: table,
  seed,
}: Judging): (step: Step, call: Call, parameter: string) => boolean {
  const tools = callable(table)
  let consumed: ReturnType<typeof consumedFrom> | undefined
  const known = new Map<string, boolean>()

  const isIdle = (step: Step, call: Call, parameter: string): boolean => {
    const tool = tools?.get(call.tool_name)
    if (tools === undefined || tool?.effect !== 'read' || call.result === undefined) return false
    if (requiredOf(tool).includes(parameter)) return false
    const { [parameter]: _, ...rest } = call.arguments
    const without = tools.execute(tool.name, rest, worldBefore(call, trace, tools, seed))
    if (!without.ok) return false
    consumed ??= consumedFrom(steps, answer)
    const pointers = [...(consumed.get(step.step_id) ?? [''])]
    return pointers.every(
      (pointer) =>
        stableJson(valueAt(call.result as Json, pointer) ?? null) ===
        stableJson(valueAt(without.output, pointer) ?? null),
    )
  }

  return (step, call, parameter) => {
    const key = `${step.step_id} ${call.id} ${parameter}`
    let idle = known.get(key)
    if (idle === undefined) {
      idle = isIdle(step, call, parameter)
      known.set(key, idle)
    }
    return idle
  }
}
