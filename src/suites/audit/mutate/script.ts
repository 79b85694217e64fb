import { buildOutcome } from '../../../network/answer-call.ts'
import { openAttempt } from '../../../run/attempt/open-attempt.ts'
import type { Step, Task } from '../../../schema/task.ts'
import type { Call, Trace } from '../../../schema/trace.ts'
import { sortTopologically } from '../../../shared/dag.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import type { OutputOf } from '../../../tasks/bindings.ts'
import { resolveArguments } from '../../../tasks/reference-run.ts'
import type { Registry } from '../../../tools/registry.ts'

export interface Move {
  tool: string
  /** Values, and bindings to what the steps gave in this run. */
  arguments: JsonObject
  /** The step that the call stands for: bindings to it take the call's result. */
  step?: string
  /** Writes the resolved arguments in another way. */
  spell?: (args: JsonObject) => JsonObject
  /** JSON Pointers of arguments that are written as floats: 30.0. */
  floats?: ReadonlySet<string>
}

/** What to do on a task: calls, turn after turn, and what to answer. */
export interface Script {
  turns: readonly (readonly Move[])[]
  /** The final answer as text, given what the steps gave; null for none. */
  answer: (outputOf: OutputOf) => string | null
}

export interface ScriptResult {
  move: Move
  call: Call
  /** What the steps had given when it was made. */
  outputOf: OutputOf
}

/** A script carried out in a fresh world of its task. */
export interface Performance {
  trace: Trace
  /** The calls made; a move whose bindings lead nowhere is left out. */
  made: ScriptResult[]
  outputOf: OutputOf
}

export const buildMove = ({ step_id, tool_name, arguments: args }: Step): Move => ({
  tool: tool_name,
  arguments: args,
  step: step_id,
})

/** The calls of the expected trace, in an order that the dependencies allow. */
export const movesOf = (task: Task): Move[] => sortTopologically(task.expected_trace.steps).map(buildMove)

export const putInTurns = (moves: readonly Move[]): Move[][] => moves.map((move) => [move])

/**
 * Carries out a script like an agent would: the calls really run, and bindings take what flowed in this run.
 *
 * @param otherwise What a step gives that has no result, or none yet.
 */
export function performScript(
  { turns, answer }: Script,
  task: Task,
  registry: Registry,
  otherwise: OutputOf = () => undefined,
): Performance {
  const seed = task.world?.seed ?? 0
  // The task is as it is in its world already.
  const { expected_trace: _, ...asked } = task
  const { tools, recorder } = openAttempt(asked, seed, registry).context
  const begun: { id: string; move: Move; args: JsonObject; outputOf: OutputOf }[] = []
  let outputs: ReadonlyMap<string, Json> = new Map()
  const snapshotOutputs = (): OutputOf => {
    const known = outputs
    return (id) => known.get(id) ?? otherwise(id)
  }
  for (const [turn, moves] of turns.entries()) {
    const outputOf = snapshotOutputs()
    const calls = moves.flatMap((move) => {
      const resolved = resolveArguments(move.arguments, outputOf, registry.get(move.tool)?.inputSchema)
      if (resolved === undefined) return []
      const args = move.spell?.(resolved) ?? resolved
      return [{ id: recorder.begin(move.tool, args, { turn }), move, args, outputOf }]
    })
    const gained = new Map(outputs)
    for (const { id, move, args } of calls) {
      const { result } = tools.call(move.tool, args, id, move.floats)
      recorder.settle(id, args, buildOutcome(result))
      if (result.ok && move.step !== undefined) gained.set(move.step, result.output)
    }
    for (const { id } of calls) recorder.end(id)
    begun.push(...calls)
    outputs = gained
  }
  const calls = recorder.finish()
  const byId = new Map(calls.map((call) => [call.id, call]))
  const outputOf = snapshotOutputs()
  return {
    trace: { task_id: task.task_id, calls, final_answer: answer(outputOf), seed, attempt: 0 },
    made: begun.map(({ id, move, outputOf: then }) => ({
      move,
      call: byId.get(id) as Call,
      outputOf: then,
    })),
    outputOf,
  }
}
