import { collectConsumed } from '../schema/binding.ts'
import type { Step } from '../schema/task.ts'
import type { Tool } from '../schema/tool.ts'
import { narrowToTools } from '../schema/tools.ts'
import type { Call } from '../schema/trace.ts'
import { type Json, stringifyStably } from '../shared/json.ts'
import { readValueAt } from '../shared/pointer.ts'
import type { Judging } from './judging.ts'
import { openWorldBefore } from './world-before.ts'

const readRequired = ({ inputSchema }: Pick<Tool, 'inputSchema'>): readonly string[] =>
  (inputSchema.required ?? []) as string[]

/**
 * Tells optional arguments of reads that make no difference. Without the argument the same call, made in the same
 * world, gives equal values wherever the task takes some, or an equal output where it takes none. They are not graded;
 * see docs/answers.md#equality. A tool that is not simulated here is taken at its word.
 */
export function findIdleArguments({
  expected: { steps },
  answer,
  trace,
  tools: table,
  seed,
}: Judging): (step: Step, call: Call, parameter: string) => boolean {
  const tools = narrowToTools(table)
  let consumed: ReturnType<typeof collectConsumed> | undefined
  const known = new Map<string, boolean>()

  const isIdle = (step: Step, call: Call, parameter: string): boolean => {
    const tool = tools?.get(call.tool_name)
    if (tools === undefined || tool?.effect !== 'read' || call.result === undefined) return false
    if (readRequired(tool).includes(parameter)) return false
    const { [parameter]: _, ...rest } = call.arguments
    const without = tools.execute(tool.name, rest, openWorldBefore(call, trace, tools, seed))
    if (!without.ok) return false
    consumed ??= collectConsumed(steps, answer)
    const pointers = [...(consumed.get(step.step_id) ?? [''])]
    return pointers.every(
      (pointer) =>
        stringifyStably(readValueAt(call.result as Json, pointer) ?? null) ===
        stringifyStably(readValueAt(without.output, pointer) ?? null),
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
