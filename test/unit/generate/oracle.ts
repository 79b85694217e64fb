import type { Task } from '../../../src/schema/task.ts'
import type { Call, Trace } from '../../../src/schema/trace.ts'
import { type OutputOf, resolve } from '../../../src/scoring/bindings.ts'
import { openWorld, taskIn } from '../../../src/scoring/expand.ts'
import { topological } from '../../../src/shared/dag.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { answerTextOf } from '../../../src/suites/calibration/answer-text.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { executeTool } from '../../../src/tools/execute.ts'

/** Plays the expected trace in a world of a seed; bound values come from the play itself or from `known`. */
function play(given: Task, seed: number, known?: OutputOf): { trace: Trace; outputOf: OutputOf } {
  const task = taskIn(given, seed, registry)
  const world = openWorld(task, seed, registry)
  const outputs = new Map<string, JsonObject>()
  const outputOf: OutputOf = (id) => outputs.get(id)
  const calls = topological(task.expected_trace.steps).map((step, i): Call => {
    const args = resolve(step.arguments, known ?? outputOf) as JsonObject
    const simulator = registry.get(step.tool_name)
    if (simulator === undefined) throw new Error(`no simulator for ${step.tool_name}`)
    const result = executeTool(simulator, args, world)
    if (result.ok) outputs.set(step.step_id, result.output as JsonObject)
    return {
      id: `call_${i + 1}`,
      tool_name: step.tool_name,
      arguments: args,
      status: result.status,
      ...(result.ok ? { result: result.output } : { error: result.error }),
      turn: i,
      started: 2 * i,
      ended: 2 * i + 1,
      committed: result.committed,
    }
  })
  return {
    trace: { task_id: task.task_id, calls, final_answer: answerTextOf(task, known ?? outputOf), attempt: 0 },
    outputOf,
  }
}

const seedOf = (task: Task): number => task.world?.seed ?? 0

/** An agent that does exactly what is expected. */
export const oracle = (task: Task): Trace => play(task, seedOf(task)).trace

/** An agent that makes the right calls with what it would have found in another world. */
export const scrambled = (task: Task, otherSeed: number): Trace =>
  play(task, seedOf(task), play(task, otherSeed).outputOf).trace

/** An agent that does nothing. */
export const idle = (task: Task): Trace => ({
  task_id: task.task_id,
  calls: [],
  final_answer: 'ANSWER: I do not know.',
  attempt: 0,
})

/** Names of the patterns whose tasks depend on their world, or call nothing; `declared.test.ts` holds them to what they are. */
export const FAMILIES = ['check-before-write', 'conditional', 'find', 'for-each', 'missing', 'recover']

/** Whether tasks of a pattern have the same steps in every world. */
export const isFixed = ({ name }: { name: string }): boolean => !FAMILIES.includes(name)
