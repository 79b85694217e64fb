import { append } from '@hyperjump/json-pointer'
import { type Calc, type From, isFrom, type Pick, readBindingKey } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { isObject, type Json, stringifyStably } from '../../../shared/json.ts'
import { type OutputOf, resolve } from '../../../tasks/bindings.ts'
import { listConsumers } from '../bound-values.ts'
import { quoteValue } from '../quote-value.ts'
import { buildMutantOfValues, type Mutant } from './operator.ts'

/** A binding within the arguments of a step or within the answer. */
export interface Site<Binding = From> {
  /** Name of the step or of the answer, as {@link listConsumers} has it. */
  consumer: string
  /** Keys that lead to it from the arguments or the answer. */
  path: readonly string[]
  /** JSON Pointer of the value that it is, or is a part of, in the call or the answer. */
  pointer: string
  binding: Binding
}

type FoundBinding = { path: string[]; pointer: string; value: Json }

/** What a binding is made of; of a `$oneOf` the first alternative alone, which stands for all. */
function listChildParts(value: Json): (readonly [string, Json])[] {
  if (readBindingKey(value) === '$oneOf') {
    return [['$oneOf', ((value as { $oneOf: Json[] }).$oneOf ?? []).slice(0, 1)]]
  }
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** The bindings within a value that decide what it comes to. */
function findBindings(value: Json, path: string[] = [], pointer = '', isWithin = false): FoundBinding[] {
  const key = readBindingKey(value)
  if (key === '$literal' || key === '$any') return []
  const found = key === undefined ? [] : [{ path, pointer, value }]
  if (key === '$from') return found
  const isBound = isWithin || key !== undefined
  return [
    ...found,
    ...listChildParts(value).flatMap(([name, part]) =>
      findBindings(part, [...path, name], isBound ? pointer : append(name, pointer), isBound),
    ),
  ]
}

const listBindings = (task: Task): (FoundBinding & { consumer: string })[] =>
  listConsumers(task).flatMap(({ name, value }) =>
    findBindings(value).map((found) => ({ ...found, consumer: name })),
  )

/** Every `$from` that a step or the answer takes a value by. */
export const listSites = (task: Task): Site[] =>
  listBindings(task).flatMap(({ consumer, path, pointer, value }) =>
    isFrom(value) ? [{ consumer, path, pointer, binding: value as From }] : [],
  )

const isSelection = (value: Json): boolean =>
  readBindingKey(value) === '$pick' || ['max', 'min'].includes(String((value as { $calc?: Json }).$calc))

/** Every `$pick`, and every `$calc` that gives the largest or the smallest of its values. */
export const listSelections = (task: Task): Site<Pick | Calc>[] =>
  listBindings(task).flatMap(({ consumer, path, pointer, value }) =>
    isSelection(value) ? [{ consumer, path, pointer, binding: value as Pick | Calc }] : [],
  )

/** A copy of a value with another one at the end of a path. */
export function replaceAtPath(value: Json, [key, ...rest]: readonly string[], other: Json): Json {
  if (key === undefined) return other
  if (Array.isArray(value)) {
    return value.map((item, i) => (String(i) === key ? replaceAtPath(item, rest, other) : item))
  }
  return isObject(value) ? { ...value, [key]: replaceAtPath(value[key] as Json, rest, other) } : value
}

/** The consumer of a site and its pointer into what the call or the answer holds. */
export const nameOfSite = ({ consumer, pointer }: Site<unknown>): string => `${consumer} ${pointer}`.trimEnd()

export const describeJsonType = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/**
 * The expected trace with other bindings or values at some sites. None where every step and the answer get what they
 * should all the same: the winner of a selection does so whatever a loser gives.
 *
 * @param outputOf What the steps give
 */
export function changeSites(
  task: Task,
  changes: readonly { site: Site<unknown>; by: Json }[],
  how: string,
  outputOf: OutputOf,
): Mutant[] {
  const consumers = listConsumers(task)
  const values = new Map(consumers.map(({ name, value }) => [name, value]))
  for (const { site, by } of changes) {
    const { consumer, path } = site
    values.set(consumer, replaceAtPath(values.get(consumer) ?? null, path, by))
  }
  const format = (value: Json): string => stringifyStably(resolve(value, outputOf) ?? null)
  const isSame = consumers.every(({ name, value }) => {
    const changed = values.get(name) ?? null
    return changed === value || format(changed) === format(value)
  })
  return isSame ? [] : [buildMutantOfValues(task, values, how)]
}

/** Whether a text holds another value: in a text it hands over that value, with more around it. */
export const holdsWithin = (text: Json, value: Json): boolean =>
  typeof text === 'string' && typeof value !== 'object' && text.includes(String(value))

export const takesInstead = (site: Site<unknown>, wrong: Json, right: Json, where: string): string =>
  `${nameOfSite(site)} takes ${quoteValue(wrong)} (${where}) instead of ${quoteValue(right)}`
