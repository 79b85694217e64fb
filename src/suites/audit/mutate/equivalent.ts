import type { Task } from '../../../schema/task.ts'
import { type Call, succeeded } from '../../../schema/trace.ts'
import type { OutputOf } from '../../../scoring/bindings.ts'
import { mayFeed } from '../../../scoring/order.ts'
import { topological } from '../../../shared/dag.ts'
import { stableJson } from '../../../shared/json.ts'
import type { Registry } from '../../../tools/registry.ts'
import type { Mutant } from './operator.ts'
import { requiredBefore } from './required-before.ts'
import { comesToTheSame } from './same-values.ts'
import type { Performance, ScriptResult } from './script.ts'

/** A task with each of the traces that solve it. */
export const rightsOf = (task: Task): Task[] =>
  [task.expected_trace, ...(task.alternatives ?? [])].map((expected_trace) => ({ ...task, expected_trace }))

/** For each step the call that does what it asks for, in an order that the dependencies allow. */
function fulfilled(task: Task, made: readonly ScriptResult[]): Map<string, Call> | undefined {
  const before = requiredBefore(task)
  const found = new Map<string, Call>()
  const flowed: OutputOf = (id) => found.get(id)?.result
  for (const step of topological(task.expected_trace.steps)) {
    const fit = made.find(
      ({ call, move, outputOf }) =>
        call.tool_name === step.tool_name &&
        succeeded(call) &&
        ![...found.values()].includes(call) &&
        comesToTheSame({ value: step.arguments, outputOf: flowed }, { value: move.arguments, outputOf }) &&
        before(step).every((id) => {
          const producer = found.get(id)
          return producer === undefined || mayFeed(producer, call)
        }),
    )
    if (fit === undefined) return undefined
    found.set(step.step_id, fit.call)
  }
  return found
}

/** Whether every effect beside the needed ones only repeats the one before it. */
function changesNoMore(calls: readonly Call[], needed: ReadonlySet<Call>, registry: Registry): boolean {
  const committed = calls.filter((call) => call.committed).sort((a, b) => a.ended - b.ended)
  return committed.every((call, i) => {
    const last = committed[i - 1]
    return (
      needed.has(call) ||
      (last?.tool_name === call.tool_name &&
        registry.get(call.tool_name)?.effect === 'idempotent-write' &&
        stableJson(last.arguments) === stableJson(call.arguments))
    )
  })
}

/**
 * Whether a mutant did what the expected trace of a task does after all: the same effects, at every consumer the values
 * that flowed, the same answer, in an order that the dependencies allow.
 */
export function isEquivalent(
  mutant: Mutant,
  { trace, made, outputOf }: Performance,
  task: Task,
  registry: Registry,
): boolean {
  const found = fulfilled(task, made)
  if (found === undefined || !changesNoMore(trace.calls, new Set(found.values()), registry)) return false
  const { expected_final_answer: answer } = task
  if (answer === undefined || mutant.answer === undefined) return answer === mutant.answer
  return comesToTheSame(
    { value: answer, outputOf: (id) => found.get(id)?.result },
    { value: mutant.answer, outputOf },
  )
}
