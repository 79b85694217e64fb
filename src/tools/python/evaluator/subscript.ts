import { sequenceLike } from './arithmetic.ts'
import { reprOf } from './format.ts'
import { fail, type Machine } from './machine.ts'
import {
  type Given,
  integerOf,
  isSequence,
  keyOf,
  PyDict,
  PyRange,
  type PyValue,
  typeName,
  unitsOf,
} from './values.ts'

/** What a slice takes of a sequence of that length: the first index, the step between indexes and their count. */
function spanOf(
  [from, to, by]: readonly Given[],
  length: number,
): { first: number; step: number; count: number } {
  const step = integerOf(by ?? 1n, 'a slice step')
  if (step === 0n) fail('a slice step cannot be zero')
  const [low, high] = step > 0n ? [0, length] : [-1, length - 1]
  const bound = (value: Given, fallback: number): number => {
    if ((value ?? null) === null) return fallback
    const index = Number(integerOf(value, 'a slice bound'))
    return Math.min(Math.max(index < 0 ? index + length : index, low), high)
  }
  const [first, last] = step > 0n ? [bound(from, low), bound(to, high)] : [bound(from, high), bound(to, low)]
  return { first, step: Number(step), count: Math.max(0, Math.ceil((last - first) / Number(step))) }
}

/** Value of `object[from:to:by]`; a bound that is left out is undefined or None. */
export function sliceOf(m: Machine, object: PyValue, slice: readonly Given[]): PyValue {
  const items = typeof object === 'string' ? unitsOf(m, object) : object
  if (typeof items !== 'string' && !isSequence(items))
    return fail(`slices of a ${typeName(object)} are not supported`)
  const { first, step, count } = spanOf(slice, items.length)
  m.make(count)
  const taken = Array.from({ length: count }, (_, i) => items[first + i * step] as PyValue)
  return typeof object === 'string' ? taken.join('') : sequenceLike(object as readonly PyValue[], taken)
}

/** Value of `object[index]`. */
export function itemOf(m: Machine, object: PyValue, index: PyValue): PyValue {
  if (object instanceof PyDict) {
    const entry = object.get(keyOf(m, index))
    return entry === undefined ? fail(`the dict has no key ${reprOf(m, index).slice(0, 100)}`) : entry[1]
  }
  const items = typeof object === 'string' ? unitsOf(m, object) : object
  if (typeof items !== 'string' && !isSequence(items) && !(items instanceof PyRange))
    return fail(`a value of type ${typeName(object)} has no items by index`)
  const number = integerOf(index, `an index of a ${typeName(object)}`)
  const [length, at] = [BigInt(items.length), number < 0n ? number + BigInt(items.length) : number]
  if (at < 0n || at >= length) fail(`${typeName(object)} index out of range`)
  return items instanceof PyRange ? items.start + at * items.step : (items[Number(at)] as PyValue)
}
