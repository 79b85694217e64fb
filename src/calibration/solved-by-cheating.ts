import type { Task } from '../schema/task.ts'
import type { GoldRun } from '../scoring/gold-run.ts'
import { scoreTrace } from '../scoring/score.ts'
import { type Json, stableJson } from '../shared/json.ts'
import type { Registry } from '../simulators/registry.ts'
import { answerTextOf } from './answer-text.ts'
import { rewriteAnswer, rewriteArguments } from './rewrite-texts.ts'
import { sayings } from './text-agents.ts'

/**
 * Whether a trace with every call right, but with texts and answer put in words that are none, solves a task:
 * everything pasted, values exchanged, denied or with a made-up one beside. Gives the name of the agent that does so,
 * see `textAgents`; undefined where none gets through.
 */
export function solvedByCheating(
  task: Task,
  { calls, outputOf }: GoldRun,
  registry: Registry,
): string | undefined {
  const steps = new Map(task.expected_trace.steps.map((step) => [step.step_id, step]))
  const right = answerTextOf(task, outputOf)
  const cheat = sayings.find(([, , say]) => {
    const results: Json[] = []
    let isChanged = false
    const reworded = calls.map((call) => {
      const expected = steps.get(call.id)?.arguments ?? {}
      const args = rewriteArguments(expected, call.arguments, say, outputOf, results)
      results.push(call.result ?? null)
      isChanged ||= stableJson(args) !== stableJson(call.arguments)
      return { ...call, arguments: args }
    })
    const answer = rewriteAnswer(task, say, outputOf, results)
    if (!isChanged && answer === undefined) return false
    const trace = { task_id: task.task_id, calls: reworded, final_answer: answer ?? right, attempt: 0 }
    return scoreTrace(task, trace, registry).solved
  })
  return cheat?.[0]
}
