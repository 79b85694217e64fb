import {
  listBoundParts,
  listSources,
  readBindingKey,
  type Template,
  type Text,
} from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { type Call, hasSucceeded } from '../../../schema/trace.ts'
import { mayFeed } from '../../../scoring/order.ts'
import { sortTopologically } from '../../../shared/dag.ts'
import { isObject, type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { type OutputOf, resolve, resolveAll } from '../../../tasks/bindings.ts'
import type { Registry } from '../../../tools/registry.ts'
import type { Mutant } from './operator.ts'
import type { Performance, ScriptResult } from './script.ts'

interface Open {
  value: Json
  outputOf: OutputOf
}

const isContainer = (value: Json): value is Json[] | JsonObject => Array.isArray(value) || isObject(value)

const isSameMultiset = (one: readonly Json[], other: readonly Json[]): boolean =>
  one.length === other.length &&
  stringifyStably(one.map(stringifyStably).sort()) === stringifyStably(other.map(stringifyStably).sort())

const listSlots = ({ value, outputOf }: Open): Open[] =>
  listBoundParts(value as Text | Template).map((part) => ({ value: part, outputOf }))

/** Whether two texts hand over the same values in the same places, whatever their wording. */
function handOverTheSame(right: Open, other: Open): boolean {
  const [one, two] = [listSlots(right), listSlots(other)]
  return one.length === two.length && one.every((slot, i) => comesToTheSame(slot, two[i] as Open))
}

const resolveItems = ({ value, outputOf }: Open): Json[] =>
  readBindingKey(value) === '$unordered'
    ? (value as { $unordered: Json[] }).$unordered.map((item) => resolve(item, outputOf) ?? null)
    : []

/**
 * Whether two values come to the same. The wording of a text and the order of an `$unordered` are free; of values that are as good as each other any will do.
 */
function comesToTheSame(right: Open, other: Open): boolean {
  const key = readBindingKey(right.value)
  if (key === '$any') return true
  if ((key === '$text' || key === '$template') && readBindingKey(other.value) === key)
    return handOverTheSame(right, other)
  if (key === '$unordered' && readBindingKey(other.value) === '$unordered') {
    return isSameMultiset(resolveItems(right), resolveItems(other))
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
    resolveAll(right.value, right.outputOf).some(
      (value) => stringifyStably(value) === stringifyStably(actual),
    )
  )
}

export const listRights = (task: Task): Task[] =>
  [task.expected_trace, ...(task.alternatives ?? [])].map((expected_trace) => ({ ...task, expected_trace }))

/** Steps that have to be done before a step: those it takes values from, and those declared as state. */
export function createRequiredBefore(task: Task): (step: Step) => string[] {
  const isFrozen = task.expected_trace.steps.every((step) => listSources(step.arguments).length === 0)
  return (step) => [
    ...new Set([
      ...listSources(step.arguments).map(({ $from }) => $from),
      ...((step.order ?? isFrozen) ? step.depends_on : []),
    ]),
  ]
}

/** For each step the call that does what it asks for, in an order that the dependencies allow. */
function findFulfilled(task: Task, made: readonly ScriptResult[]): Map<string, Call> | undefined {
  const before = createRequiredBefore(task)
  const found = new Map<string, Call>()
  const flowed: OutputOf = (id) => found.get(id)?.result
  for (const step of sortTopologically(task.expected_trace.steps)) {
    const fit = made.find(
      ({ call, move, outputOf }) =>
        call.tool_name === step.tool_name &&
        hasSucceeded(call) &&
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
        stringifyStably(last.arguments) === stringifyStably(call.arguments))
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
  const found = findFulfilled(task, made)
  if (found === undefined || !changesNoMore(trace.calls, new Set(found.values()), registry)) return false
  const { expected_final_answer: answer } = task
  if (answer === undefined || mutant.answer === undefined) return answer === mutant.answer
  return comesToTheSame(
    { value: answer, outputOf: (id) => found.get(id)?.result },
    { value: mutant.answer, outputOf },
  )
}
