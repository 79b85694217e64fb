import { getEntry } from './collections.ts'
import { numeric } from './compare.ts'
import { repr } from './display.ts'
import { fail, type Machine } from './machine.ts'
import { unitsOf } from './text.ts'
import {
  PyBytes,
  PyDict,
  PyFunction,
  PyList,
  PyRange,
  PySlice,
  PyTuple,
  type PyValue,
  typeName,
} from './values.ts'

/** The value as an int, or a refusal that says what it is for. */
export function integerOf(value: PyValue | undefined, what: string): bigint {
  const number = numeric(value ?? null)
  return typeof number === 'bigint' ? number : fail(`${what} must be an int, not ${typeName(value ?? null)}`)
}

const clamp = (value: bigint, low: bigint, high: bigint): bigint => {
  if (value < low) return low
  return value > high ? high : value
}

interface Bounds {
  start: bigint
  stop: bigint
  step: bigint
  count: bigint
}

/** What a slice takes from a sequence of that length. */
function boundsOf(slice: PySlice, length: bigint): Bounds {
  const step = slice.step === null ? 1n : integerOf(slice.step, 'a slice step')
  if (step === 0n) fail('a slice step cannot be zero')
  const [low, high] = step > 0n ? [0n, length] : [-1n, length - 1n]
  const bound = (value: PyValue, fallback: bigint): bigint => {
    if (value === null) return fallback
    const index = integerOf(value, 'a slice bound')
    return clamp(index < 0n ? index + length : index, low, high)
  }
  const start = bound(slice.start, step > 0n ? low : high)
  const stop = bound(slice.stop, step > 0n ? high : low)
  return { start, stop, step, count: new PyRange(start, stop, step).length }
}

/** From and to, in code points, of the optional bounds that search methods take. */
export function searchBounds(
  start: PyValue | undefined,
  stop: PyValue | undefined,
  length: number,
): [number, number] {
  const slice = new PySlice(start ?? null, stop ?? null, null)
  const { start: from, count } = boundsOf(slice, BigInt(length))
  return [Number(from), Number(from + count)]
}

function sliceItems<T>(m: Machine, items: ArrayLike<T>, slice: PySlice): T[] {
  const { start, step, count } = boundsOf(slice, BigInt(items.length))
  m.make(Number(count))
  const [from, by] = [Number(start), Number(step)]
  return Array.from({ length: Number(count) }, (_, i) => items[from + i * by] as T)
}

function sliceText(m: Machine, text: string, slice: PySlice): string {
  const units = unitsOf(m, text)
  const { start, step, count } = boundsOf(slice, BigInt(units.length))
  if (typeof units !== 'string' || step !== 1n) return sliceItems(m, units, slice).join('')
  m.make(Number(count) / 8)
  return units.slice(Number(start), Number(start + count))
}

function sliceRange({ start, step, length }: PyRange, slice: PySlice): PyRange {
  const bounds = boundsOf(slice, length)
  const first = start + bounds.start * step
  return new PyRange(first, start + bounds.stop * step, bounds.step * step)
}

function itemAt<T>(items: ArrayLike<T>, index: PyValue, what: string): T {
  const number = integerOf(index, `an index of a ${what}`)
  const at = number < 0n ? number + BigInt(items.length) : number
  return at < 0n || at >= items.length ? fail(`${what} index out of range`) : (items[Number(at)] as T)
}

/** Value of `object[index]`. */
export function subscript(m: Machine, object: PyValue, index: PyValue): PyValue {
  if (object instanceof PyDict) {
    const value = getEntry(m, object, index)
    return value === undefined ? fail(`the dict has no key ${repr(m, index).slice(0, 100)}`) : value
  }
  if (index instanceof PySlice) {
    if (typeof object === 'string') return sliceText(m, object, index)
    if (object instanceof PyList) return new PyList(sliceItems(m, object.items, index))
    if (object instanceof PyTuple) return new PyTuple(sliceItems(m, object.items, index))
    if (object instanceof PyBytes) return new PyBytes(sliceItems(m, object.text, index).join(''))
    if (object instanceof PyRange) return sliceRange(object, index)
  }
  if (typeof object === 'string') return itemAt(unitsOf(m, object), index, 'str')
  if (object instanceof PyList) return itemAt(object.items, index, 'list')
  if (object instanceof PyTuple) return itemAt(object.items, index, 'tuple')
  if (object instanceof PyBytes) return BigInt(itemAt(object.text, index, 'bytes').charCodeAt(0))
  if (object instanceof PyRange) {
    const number = integerOf(index, 'an index of a range')
    const at = number < 0n ? number + object.length : number
    return at < 0n || at >= object.length ? fail('range index out of range') : object.start + at * object.step
  }
  const name = object instanceof PyFunction ? object.name : typeName(object)
  return fail(`a value of type ${name} has no items by index`)
}
