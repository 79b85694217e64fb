import { isPick, isText } from '../schema/binding.ts'
import type { Task } from '../schema/task.ts'
import { type OutputOf, resolve } from '../scoring/bindings.ts'
import { type Slots, slotsOfAnswer, slotsOfText } from '../scoring/texts/slots.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'

/** A slot with the value that flowed. */
export interface SlotValue {
  label: string
  value: Json
  binding: Json
  /** All that a `$pick` chooses from. */
  candidates?: readonly Json[]
}

/** A text or an answer to be put in other words. */
export interface Saying {
  kind: Slots['kind']
  slots: readonly SlotValue[]
  /** Whether the order of the slots is free and nothing names them. */
  isFree: boolean
  /** Results that are known by then. */
  results: readonly Json[]
}

/** What is said in place of a right text; undefined where there is nothing to change. */
export type Say = (saying: Saying) => string | undefined

function sayingOf({ kind, slots }: Slots, outputOf: OutputOf, results: readonly Json[]): Saying | undefined {
  const values = slots.flatMap(({ label, binding }): SlotValue[] => {
    const value = resolve(binding, outputOf)
    if (value === undefined) return []
    const candidates = isPick(binding)
      ? binding.give.flatMap((item) => resolve(item, outputOf) ?? [])
      : undefined
    return [{ label, value, binding, ...(candidates === undefined ? {} : { candidates }) }]
  })
  if (values.length === 0 || values.length < slots.length) return undefined
  return {
    kind,
    slots: values,
    isFree: slots.some(({ isOrdered, label }) => !isOrdered && label === ''),
    results,
  }
}

/** A resolved argument with every text that carries bound values put in other words. */
function rewritten(expected: Json, resolved: Json, sayText: (text: Slots) => string | undefined): Json {
  if (isText(expected)) {
    const slots = slotsOfText(expected.$text)
    return (slots.slots.length === 0 ? undefined : sayText(slots)) ?? resolved
  }
  if (Array.isArray(expected) && Array.isArray(resolved)) {
    return resolved.map((item, i) => rewritten(expected[i] ?? null, item, sayText))
  }
  if (!isObject(expected) || !isObject(resolved)) return resolved
  return Object.fromEntries(
    Object.entries(resolved).map(([key, item]) => [key, rewritten(expected[key] ?? null, item, sayText)]),
  )
}

/** The arguments of a step with their texts put in other words. */
export function rewriteArguments(
  expected: JsonObject,
  resolved: JsonObject,
  say: Say,
  outputOf: OutputOf,
  results: readonly Json[],
): JsonObject {
  const sayText = (slots: Slots): string | undefined => {
    const saying = sayingOf(slots, outputOf, results)
    return saying && say(saying)
  }
  return Object.fromEntries(
    Object.entries(resolved).map(([key, value]) => [key, rewritten(expected[key] ?? null, value, sayText)]),
  )
}

/** The final message with the graded answer put in other words; undefined where none is graded or nothing changes. */
export function rewriteAnswer(
  task: Task,
  say: Say,
  outputOf: OutputOf,
  results: readonly Json[],
): string | undefined {
  const slots = slotsOfAnswer(task.expected_final_answer ?? null)
  const saying = slots.slots.length === 0 ? undefined : sayingOf(slots, outputOf, results)
  return saying && say(saying)
}
