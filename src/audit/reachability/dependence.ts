import type { Task } from '../../schema/task.ts'
import { type OutputOf, resolve } from '../../scoring/bindings.ts'
import type { GoldRun } from '../../scoring/gold-run.ts'
import { topological } from '../../shared/dag.ts'
import { type Json, type JsonObject, stableJson } from '../../shared/json.ts'
import { executeTool } from '../../simulators/execute.ts'
import type { Registry } from '../../simulators/registry.ts'
import type { World } from '../../world/world.ts'
import { restingOn } from './goals.ts'
import { skewedWorld } from './skewed-world.ts'
import { WatchedWorld } from './watched-world.ts'

/** The outputs of the expected trace in a world, as far as it comes. */
export function outputsIn(world: World, task: Task, registry: Registry): OutputOf {
  const outputs = new Map<string, Json>()
  const outputOf: OutputOf = (id) => outputs.get(id)
  for (const step of topological(task.expected_trace.steps)) {
    const tool = registry.get(step.tool_name)
    const args = resolve(step.arguments, outputOf) as JsonObject | undefined
    if (tool === undefined || args === undefined) continue
    const result = executeTool(tool, args, world)
    if (result.ok) outputs.set(step.step_id, result.output)
  }
  return outputOf
}

/** The secrets that each step of the expected trace, or one that it rests on, looks at in a world. */
export function secretsOfSteps(task: Task, registry: Registry, run: GoldRun): Map<string, Set<string>> {
  const { steps } = task.expected_trace
  const world = new WatchedWorld(run.world.seed)
  const own = new Map<string, ReadonlySet<string>>()
  for (const { id, tool_name, arguments: args } of run.calls) {
    const tool = registry.get(tool_name)
    if (tool === undefined) continue
    const [, { secrets }] = world.watch((own) => executeTool(tool, args, own))
    own.set(id, secrets)
  }
  return new Map(
    steps.map(({ step_id }) => {
      const resting = [...own].filter(([id]) => restingOn(task, [id]).has(step_id))
      return [step_id, new Set(resting.flatMap(([, secrets]) => [...secrets]))]
    }),
  )
}

/** Tells what values of the expected trace depend on, by trying it in worlds that differ in one secret each. */
export class Dependence {
  private readonly own: OutputOf
  private readonly elsewhere: readonly { secret: string; outputOf: OutputOf }[]

  constructor(task: Task, registry: Registry, seed: number) {
    const watched = new WatchedWorld(seed)
    const [own, { secrets }] = watched.watch((world) => outputsIn(world, task, registry))
    this.own = own
    this.elsewhere = [...secrets].map((secret) => ({
      secret,
      outputOf: outputsIn(
        skewedWorld(seed, (other) => other === secret),
        task,
        registry,
      ),
    }))
  }

  /**
   * For each of some values the secrets of the world that it depends on: those without which it would be another. What
   * can be known without looking at one of them can be equal by chance alone.
   */
  secretsOf(valuesIn: (outputOf: OutputOf) => readonly (Json | undefined)[]): ReadonlySet<string>[] {
    const own = valuesIn(this.own).map((value) => stableJson(value))
    const found = own.map(() => new Set<string>())
    for (const { secret, outputOf } of this.elsewhere) {
      for (const [i, value] of valuesIn(outputOf).entries()) {
        if (stableJson(value) !== own[i]) found[i]?.add(secret)
      }
    }
    return found
  }
}
