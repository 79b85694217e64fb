import { isObject, type Json, type JsonObject } from '../../../../shared/json.ts'
import type { RuleOf } from '../../../tool-spec/rule.ts'
import { collectionFor } from '../../../validate/checks/collections.ts'
import { type Break, replaceInside } from './broken.ts'

/** A key like those that are there, which is not there: other digits, or a text of its own where there are none. */
export function absentKey(keys: readonly string[]): string | undefined {
  const taken = new Set(keys)
  const [like = 'X0'] = keys
  for (let i = 0; i < 1000; i++) {
    const digits = String(987_654_321 - i * 37)
    let at = 0
    const other = like.replace(/\d/g, () => digits[at++ % digits.length] ?? '9')
    const key = /\d/.test(like) ? other : `${like}-absent-${i}`
    if (!taken.has(key)) return key
  }
  return undefined
}

/** Points into a collection of the state at a record that is not there. */
export const breakExists: Break<RuleOf<'exists'>> = ({ parameter, collection }, args, { state, tool }) => {
  const records = collectionFor(state, parameter, collection)
  const value = args[parameter]
  const key = records === undefined ? undefined : absentKey([...records.keys()])
  if (value === undefined || key === undefined) return undefined
  const isNumber =
    (tool.parameters.find(({ name }) => name === parameter)?.items?.type ?? typeof value) === 'number'
  const next = replaceInside(value, undefined, isNumber ? Number(key) : key)
  return next === undefined
    ? undefined
    : { args: { ...args, [parameter]: next }, blame: [parameter], code: 404 }
}

const fold = (text: string): string => text.toLowerCase().replace(/[\s-]+/g, '_')

/** Records of the state with the collection and the key under which each stands. */
function* recordsIn(state: JsonObject): Generator<{ key: string; record: JsonObject }> {
  for (const value of Object.values(state)) {
    if (Array.isArray(value)) {
      for (const record of value)
        if (isObject(record)) for (const key of keysOf(record)) yield { key, record }
    } else if (isObject(value))
      for (const [key, record] of Object.entries(value)) if (isObject(record)) yield { key, record }
  }
}

const keysOf = (record: JsonObject): string[] =>
  Object.entries(record).flatMap(([name, value]: [string, Json]) =>
    /(^|_)id$/.test(name) && typeof value === 'string' ? [value] : [],
  )

/** The value that the record of a call has now, in one spelling, where a transition rule speaks of it. */
export function presentValue(
  { parameter, allowed }: RuleOf<'transition'>,
  args: JsonObject,
  state: JsonObject,
): string | undefined {
  const given = new Set(Object.values(args).map(String))
  for (const { key, record } of recordsIn(state)) {
    if (!given.has(key)) continue
    for (const [name, value] of Object.entries(record))
      if (parameter.endsWith(name) && typeof value === 'string' && fold(value) in allowed) return fold(value)
  }
  return undefined
}

/** Asks for a value that may not follow the one that the record of the call has now. */
export const breakTransition: Break<RuleOf<'transition'>> = (rule, args, { state }) => {
  const now = presentValue(rule, args, state)
  const follows = now === undefined ? undefined : rule.allowed[now]
  const next = Object.keys(rule.allowed).find((one) => one !== now && follows?.includes(one) === false)
  return next === undefined
    ? undefined
    : { args: { ...args, [rule.parameter]: next }, blame: [rule.parameter] }
}
