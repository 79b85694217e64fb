import { type From, isFrom, listSources, readBindingKey } from '../schema/binding.ts'
import type { Step } from '../schema/task.ts'
import type { Call } from '../schema/trace.ts'
import { isObject, type Json } from '../shared/json.ts'
import { resolve } from '../tasks/bindings.ts'
import { isJsonTextOf, isSameValue } from '../tasks/equality.ts'
import { findPlaces, readable } from './answers/prose.ts'
import { leavesOf } from './evidence.ts'

/** Numbers may be rounded where a binding says so: whoever shows a few digits of one shows it. */
const UNTYPED = { type: undefined, semantic: undefined, digits: 1 }

/** The `$from` of a producer within a value; undefined where one of them passes through a computation. */
function listPlainSources(value: Json, producer: string): From[] | undefined {
  if (isFrom(value)) {
    if (value.$from !== producer) return []
    return value.via === undefined ? [value as From] : undefined
  }
  const key = readBindingKey(value)
  if (key === '$calc' || key === '$pick') {
    return listSources(value).some(({ $from }) => $from === producer) ? undefined : []
  }
  if (key === '$literal') return []
  const children = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  const found: From[] = []
  for (const child of children) {
    const inner = listPlainSources(child, producer)
    if (inner === undefined) return undefined
    found.push(...inner)
  }
  return found
}

/** Whether a text could give a value, read as widely as a judge would. A denied boolean stands for its opposite. */
const mentions = (text: string, value: Json): boolean =>
  typeof value === 'boolean' || findPlaces(value, readable(text)).length > 0

/** Whether a flowed value shows anywhere in the arguments of a call. */
function shows(flowed: Json, args: readonly Json[]): boolean {
  if (args.some((value) => isJsonTextOf(flowed, value))) return true
  return leavesOf(flowed).some(({ value }) =>
    args.some(
      (actual) =>
        isSameValue(value, actual, UNTYPED) || (typeof actual === 'string' && mentions(actual, value)),
    ),
  )
}

/**
 * Whether it could matter to a consumer which call fulfils its producer. A value of the call shows in a candidate call
 * of the consumer, or is computed with, so that it need not show.
 */
export function couldFeed(producer: Step, call: Call, consumer: Step, candidates: readonly Call[]): boolean {
  const sources = listPlainSources(consumer.arguments, producer.step_id)
  if (sources === undefined) return true
  if (sources.length === 0 || call.result === undefined) return false
  const values = sources.flatMap((source) => {
    const value = resolve(source, () => call.result)
    return value === undefined ? [] : [value]
  })
  return candidates.some((candidate) => {
    const args = leavesOf(candidate.arguments).map(({ value }) => value)
    return values.some((value) => shows(value, args))
  })
}
