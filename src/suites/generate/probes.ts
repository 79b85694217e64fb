import type { Step, Task } from '../../schema/task.ts'
import type { WrittenTask } from '../../schema/task-in-world.ts'
import type { JsonObject } from '../../shared/json.ts'
import { createRng } from '../../shared/rng.ts'
import type { ReferenceRun } from '../../tasks/reference-run.ts'
import { openWorlds } from '../../tasks/task-worlds.ts'
import { openWorld } from '../../tasks/world-state.ts'
import { phrasebook } from '../../tools/builtin/phrasebook.ts'
import type { Simulator } from '../../tools/define-simulator.ts'
import { executeTool } from '../../tools/execute.ts'
import type { Registry } from '../../tools/registry.ts'
import type { World } from '../../tools/world/world.ts'
import { fillClause, mentionsOf } from './phrasebook/clause.ts'
import { formatMention } from './phrasebook/mention.ts'
import { joinInWords } from './phrasebook/toolkit/labels.ts'

export interface Probe {
  step_id: string
  /** A task of one call: the step with the values that flowed stated in the prompt, and the tools that the task offers. */
  task: Task
  /** The world as it is just before the step when the expected trace is executed. */
  world: World
}

/** A clause in the words of the tool's name and parameters. */
const writePlainClause = (tool: string, args: JsonObject): string =>
  [
    joinInWords(tool),
    ...Object.entries(args).map(([name, value]) => `${joinInWords(name)} ${formatMention(value)}`),
  ].join(', ')

function writeRequest(step: Step, args: JsonObject, task: Task): string {
  const phrases = phrasebook.get(step.tool_name)
  if (phrases === undefined) return `Please ${writePlainClause(step.tool_name, args)}.`
  const ask = createRng(task.world?.seed ?? 0, 'probe', task.task_id, step.step_id).pick(phrases.asks)
  try {
    return `Please ${fillClause(ask, mentionsOf(phrases, args))}.`
  } catch {
    // Another tool of that name takes other arguments.
    return `Please ${writePlainClause(step.tool_name, args)}.`
  }
}

/**
 * Probes for every step of a task: what an agent would have to do if composing cost nothing. Source:
 * docs/metrics.md#composition-gap. Undefined where the expected trace does not execute.
 */
export function deriveProbes(given: WrittenTask, registry: Registry): Probe[] | undefined {
  const worlds = openWorlds(given, registry)
  let task: Task
  let run: ReferenceRun
  try {
    task = worlds.in().task
    run = worlds.reference()
  } catch {
    return undefined
  }
  const steps = new Map(task.expected_trace.steps.map((step) => [step.step_id, step]))
  const probes: Probe[] = []
  for (const [at, call] of run.calls.entries()) {
    const step = steps.get(call.id) as Step
    const prompt = writeRequest(step, call.arguments, task)
    const world = openWorld(task, worlds.seed, registry)
    for (const earlier of run.calls.slice(0, at)) {
      executeTool(registry.get(earlier.tool_name) as Simulator, earlier.arguments, world)
    }
    const alone = { ...step, arguments: call.arguments, depends_on: [] }
    probes.push({
      step_id: step.step_id,
      world,
      task: {
        task_id: `${task.task_id} ${step.step_id}`,
        level: 'L0_node',
        prompt,
        available_tools: task.available_tools,
        expected_trace: { steps: [alone] },
        ...(task.world === undefined ? {} : { world: task.world }),
      },
    })
  }
  return probes
}

/** This many composed tasks, each level with an equal share as far as it has tasks, drawn by a fixed seed. */
export function sampleByLevel<T extends { task: Task }>(items: readonly T[], wanted: number): T[] {
  const levels = (['L1_chain', 'L2_parallel', 'L3_dag'] as const).map((level) =>
    createRng(0, 'stratified', level).shuffle(items.filter(({ task }) => task.level === level)),
  )
  const chosen: T[] = []
  for (let round = 0; chosen.length < wanted; round++) {
    const next = levels.flatMap((tasks) => tasks[round] ?? [])
    if (next.length === 0) break
    chosen.push(...next.slice(0, wanted - chosen.length))
  }
  return chosen
}
