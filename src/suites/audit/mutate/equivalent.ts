import { bindingKey, boundParts, sourcesOf, type Template, type Text } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { type Call, succeeded } from '../../../schema/trace.ts'
import { mayFeed } from '../../../scoring/order.ts'
import { topological } from '../../../shared/dag.ts'
import { isObject, type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import { type OutputOf, resolve, resolveAll } from '../../../tasks/bindings.ts'
import type { Registry } from '../../../tools/registry.ts'
import type { Mutant } from './operator.ts'
import type { Performance, ScriptResult } from './script.ts'

interface Open {
  value: Json
  outputOf: OutputOf
}

const isContainer = (value: Json): value is Json[] | JsonObject => Array.isArray(value) || isObject(value)

const sameMultiset = (one: readonly Json[], other: readonly Json[]): boolean =>
  one.length === other.length &&
  stableJson(one.map(stableJson).sort()) === stableJson(other.map(stableJson).sort())

const slotsOf = ({ value, outputOf }: Open): Open[] =>
  boundParts(value as Text | Template).map((part) => ({ value: part, outputOf }))

/** Whether two texts hand over the same values in the same places, whatever their wording. */
function handOverTheSame(right: Open, other: Open): boolean {
  const [one, two] = [slotsOf(right), slotsOf(other)]
  return one.length === two.length && one.every((slot, i) => comesToTheSame(slot, two[i] as Open))
}

const itemsOf = ({ value, outputOf }: Open): Json[] =>
  bindingKey(value) === '$unordered'
    ? (value as { $unordered: Json[] }).$unordered.map((item) => resolve(item, outputOf) ?? null)
    : []

/**
 * Whether two values come to the same. The wording of a text and the order of an `$unordered` are free; of values that are as good as each other any will do.
 */
function comesToTheSame(right: Open, other: Open): boolean {
  const key = bindingKey(right.value)
  if (key === '$any') return true
  if ((key === '$text' || key === '$template') && bindingKey(other.value) === key)
    return handOverTheSame(right, other)
  if (key === '$unordered' && bindingKey(other.value) === '$unordered') {
    return sameMultiset(itemsOf(right), itemsOf(other))
  }
  if (key === undefined && isContainer(right.value) && isContainer(other.value)) {
    const [one, two] = [right.value, other.value]
    const names = Object.keys(one)
    return (
      Array.isArray(one) === Array.isArray(two) &&
      names.length === Object.keys(two).length &&
      names.every(
        (name) =>
          Object.hasOwn(two, name) &&
          comesToTheSame(
            { ...right, value: (one as JsonObject)[name] as Json },
            { ...other, value: (two as JsonObject)[name] as Json },
          ),
      )
    )
  }
  const actual = resolve(other.value, other.outputOf)
  return (
    actual !== undefined &&
    resolveAll(right.value, right.outputOf).some((value) => stableJson(value) === stableJson(actual))
  )
}

export const rightsOf = (task: Task): Task[] =>
  [task.expected_trace, ...(task.alternatives ?? [])].map((expected_trace) => ({ ...task, expected_trace }))

/** Steps that have to be done before a step: those it takes values from, and those declared as state. */
export function requiredBefore(task: Task): (step: Step) => string[] {
  const isFrozen = task.expected_trace.steps.every((step) => sourcesOf(step.arguments).length === 0)
  return (step) => [
    ...new Set([
      ...sourcesOf(step.arguments).map(({ $from }) => $from),
      ...(isFrozen || step.order === true ? step.depends_on : []),
    ]),
  ]
}

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
