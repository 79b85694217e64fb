import type { Step } from '../schema/task.ts'
import type { Call, Trace } from '../schema/trace.ts'
import { type Json, type JsonObject, stableJson } from '../shared/json.ts'
import { valueAt } from '../shared/pointer.ts'
import type { Simulator } from '../simulators/define-simulator.ts'
import { executeTool } from '../simulators/execute.ts'
import { consumedFrom } from './consumed.ts'
import { simulatorOf, type Tools, worldBefore } from './world-before.ts'

const requiredOf = (simulator: Simulator): readonly string[] =>
  (simulator.inputSchema.required ?? []) as string[]

/**
 * Tells optional arguments of reads that make no difference: without the argument the same call, made in the same
 * world, gives equal values wherever the task takes some, or an equal output where it takes none. They are not graded;
 * see docs/scoring.md#equality. A tool that is not simulated here is taken at its word.
 *
 * @param seed Seed of the world, for a trace that does not say.
 */
export function idleArguments(
  steps: readonly Step[],
  answer: Json | undefined,
  trace: Trace,
  tools: Tools,
  seed: number,
): (step: Step, call: Call, parameter: string) => boolean {
  let consumed: ReturnType<typeof consumedFrom> | undefined
  const known = new Map<string, boolean>()

  const isIdle = (step: Step, call: Call, parameter: string): boolean => {
    const simulator = simulatorOf(tools, call.tool_name)
    if (simulator === undefined || simulator.effect !== 'read' || call.result === undefined) return false
    if (requiredOf(simulator).includes(parameter)) return false
    const { [parameter]: _, ...rest } = call.arguments
    const without = executeTool(simulator, rest as JsonObject, worldBefore(call, trace, tools, seed))
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
