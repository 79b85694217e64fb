import { get } from '@hyperjump/json-pointer'
import { type From, sourcesOf } from '../schema/binding.ts'
import type { Step } from '../schema/task.ts'
import { type Call, succeeded, type Trace } from '../schema/trace.ts'
import { type Json, type JsonObject, stableJson } from '../shared/json.ts'
import type { Simulator } from '../simulators/define-simulator.ts'
import { executeTool } from '../simulators/execute.ts'
import { World } from '../world/world.ts'

/** Simulators by name, as far as they are at hand. */
type Tools = ReadonlyMap<string, object>

const simulatorOf = (tools: Tools, name: string): Simulator | undefined => {
  const tool = tools.get(name)
  return tool !== undefined && 'run' in tool ? (tool as Simulator) : undefined
}

const requiredOf = (simulator: Simulator): readonly string[] =>
  (simulator.inputSchema.required ?? []) as string[]

const valueAt = (output: Json, pointer: string): Json | undefined => {
  try {
    return get(pointer)(output) as Json | undefined
  } catch {
    return undefined
  }
}

/** Pointers into the output of each step that later steps or the answer take values from. */
function consumedFrom(steps: readonly Step[], answer: Json | undefined): Map<string, Set<string>> {
  const consumed = new Map<string, Set<string>>()
  const note = ({ $from, at }: From): void => {
    const pointers = consumed.get($from) ?? new Set()
    consumed.set($from, pointers.add(at))
  }
  for (const step of steps) for (const source of sourcesOf(step.arguments)) note(source)
  for (const source of answer === undefined ? [] : sourcesOf(answer)) note(source)
  return consumed
}

/** The world as it was when a call was made: every earlier effect of the trace, none of the later ones. */
function worldBefore(call: Call, { calls, seed }: Trace, tools: Tools, defaultSeed: number): World {
  const world = new World(seed ?? defaultSeed)
  const earlier = calls.filter((other) => other !== call && succeeded(other) && other.ended < call.ended)
  for (const other of earlier.sort((a, b) => a.ended - b.ended)) {
    const simulator = simulatorOf(tools, other.tool_name)
    if (simulator !== undefined && simulator.effect !== 'read') executeTool(simulator, other.arguments, world)
  }
  return world
}

/**
 * Tells optional arguments of reads that make no difference: without the argument the same call, made in the same
 * world, gives equal values wherever the task takes some, or an equal output where it takes none. They are not graded;
 * see section 2 of the verdict. A tool that is not simulated here is taken at its word.
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
  const consumed = consumedFrom(steps, answer)
  const known = new Map<string, boolean>()

  const isIdle = (step: Step, call: Call, parameter: string): boolean => {
    const simulator = simulatorOf(tools, call.tool_name)
    if (simulator === undefined || simulator.effect !== 'read' || call.result === undefined) return false
    if (requiredOf(simulator).includes(parameter)) return false
    const { [parameter]: _, ...rest } = call.arguments
    const without = executeTool(simulator, rest as JsonObject, worldBefore(call, trace, tools, seed))
    if (!without.ok) return false
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
