import { append } from '@hyperjump/json-pointer'
import { bindingKey, type Calc, type From, isFrom, type Pick } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import { consumersOf } from '../bound-values.ts'
import { quoteValue } from '../quote-value.ts'
import { type Mutant, withValues } from './operator.ts'

/** A binding within the arguments of a step or within the answer. */
export interface Site<Binding = From> {
  /** Name of the step or of the answer, as {@link consumersOf} has it. */
  consumer: string
  /** Keys that lead to it from the arguments or the answer. */
  path: readonly string[]
  /** JSON Pointer of the value that it is, or is a part of, in the call or the answer. */
  pointer: string
  binding: Binding
}

type Found = { path: string[]; pointer: string; value: Json }

/** What a binding is made of; of a `$oneOf` the first alternative alone, which stands for all. */
function partsOf(value: Json): (readonly [string, Json])[] {
  if (bindingKey(value) === '$oneOf') {
    return [['$oneOf', ((value as { $oneOf: Json[] }).$oneOf ?? []).slice(0, 1)]]
  }
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** The bindings within a value that decide what it comes to. */
function bindingsIn(value: Json, path: string[] = [], pointer = '', isWithin = false): Found[] {
  const key = bindingKey(value)
  if (key === '$literal' || key === '$any') return []
  const found = key === undefined ? [] : [{ path, pointer, value }]
  if (key === '$from') return found
  const isBound = isWithin || key !== undefined
  return [
    ...found,
    ...partsOf(value).flatMap(([name, part]) =>
      bindingsIn(part, [...path, name], isBound ? pointer : append(name, pointer), isBound),
    ),
  ]
}

const bindingsOf = (task: Task): (Found & { consumer: string })[] =>
  consumersOf(task).flatMap(({ name, value }) =>
    bindingsIn(value).map((found) => ({ ...found, consumer: name })),
  )

/** Every `$from` that a step or the answer takes a value by. */
export const sitesOf = (task: Task): Site[] =>
  bindingsOf(task).flatMap(({ consumer, path, pointer, value }) =>
    isFrom(value) ? [{ consumer, path, pointer, binding: value as From }] : [],
  )

const isSelection = (value: Json): boolean =>
  bindingKey(value) === '$pick' || ['max', 'min'].includes(String((value as { $calc?: Json }).$calc))

/** Every `$pick`, and every `$calc` that gives the largest or the smallest of its values. */
export const selectionsOf = (task: Task): Site<Pick | Calc>[] =>
  bindingsOf(task).flatMap(({ consumer, path, pointer, value }) =>
    isSelection(value) ? [{ consumer, path, pointer, binding: value as Pick | Calc }] : [],
  )

/** A copy of a value with another one at the end of a path. */
export function replacedAtPath(value: Json, [key, ...rest]: readonly string[], other: Json): Json {
  if (key === undefined) return other
  if (Array.isArray(value)) {
    return value.map((item, i) => (String(i) === key ? replacedAtPath(item, rest, other) : item))
  }
  return isObject(value) ? { ...value, [key]: replacedAtPath(value[key] as Json, rest, other) } : value
}

/** The consumer of a site and its pointer into what the call or the answer holds. */
export const nameOfSite = ({ consumer, pointer }: Site<unknown>): string => `${consumer} ${pointer}`.trimEnd()

export const jsonTypeOf = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** The expected trace with other bindings or values at some sites. */
export function withSites(
  task: Task,
  changes: readonly { site: Site<unknown>; by: Json }[],
  how: string,
): Mutant {
  const values = new Map(consumersOf(task).map(({ name, value }) => [name, value]))
  for (const { site, by } of changes) {
    const { consumer, path } = site
    values.set(consumer, replacedAtPath(values.get(consumer) ?? null, path, by))
  }
  return withValues(task, values, how)
}

/** Whether a text holds another value: in a text it hands over that value, with more around it. */
export const holdsWithin = (text: Json, value: Json): boolean =>
  typeof text === 'string' && typeof value !== 'object' && text.includes(String(value))

export const takesInstead = (site: Site<unknown>, wrong: Json, right: Json, where: string): string =>
  `${nameOfSite(site)} takes ${quoteValue(wrong)} (${where}) instead of ${quoteValue(right)}`
