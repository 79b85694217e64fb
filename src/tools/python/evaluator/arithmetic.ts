import { fail, type Machine } from './machine.ts'
import { numberArithmetic } from './numbers.ts'
import {
  dictOf,
  integerOf,
  isSequence,
  numeric,
  PyDict,
  PySet,
  type PyTuple,
  type PyValue,
  setOf,
  tupleOf,
  typeName,
} from './values.ts'

/** Union, intersection, difference and symmetric difference. */
function combineSets(m: Machine, operator: string, a: PySet, b: PySet): PySet {
  const kept = [...a].filter(([key]) => operator === '|' || b.has(key) === (operator === '&'))
  const added = operator === '|' || operator === '^' ? [...b].filter(([key]) => !a.has(key)) : []
  const values = [...kept, ...added].map(([, value]) => value)
  return setOf(m, values, a.typeName)
}

/** A sequence like `model`: a list, or a tuple. */
export const sequenceLike = (model: readonly PyValue[], items: readonly PyValue[]): readonly PyValue[] =>
  typeName(model) === 'list' ? items : tupleOf(items, (model as PyTuple).typeName)

function repeat(m: Machine, value: PyValue, times: bigint): PyValue | undefined {
  if (typeof value !== 'string' && !isSequence(value)) return undefined
  const count = times < 0n || value.length === 0 ? 0 : Number(times)
  m.make(count * value.length)
  if (typeof value === 'string') return value.repeat(count)
  return sequenceLike(
    value,
    Array.from({ length: count * value.length }, (_, i) => value[i % value.length] as PyValue),
  )
}

function concatenate(m: Machine, a: PyValue, b: PyValue): PyValue | undefined {
  const isText = typeof a === 'string' && typeof b === 'string'
  if (!isText && !(isSequence(a) && isSequence(b) && typeName(a) === typeName(b))) return undefined
  m.make(a.length + b.length)
  return isText ? a + b : sequenceLike(a as readonly PyValue[], [...a, ...b])
}

function collectionArithmetic(m: Machine, operator: string, a: PyValue, b: PyValue): PyValue | undefined {
  if (operator === '+') return concatenate(m, a, b)
  const [value, count] = typeof numeric(b) === 'bigint' ? [a, b] : [b, a]
  if (operator === '*' && typeof numeric(count) === 'bigint')
    return repeat(m, value, integerOf(count, 'a count'))
  if (operator === '|' && a instanceof PyDict && b instanceof PyDict)
    return dictOf(m, [...a.values(), ...b.values()])
  const isOfSets = '|&-^'.includes(operator) && a instanceof PySet && b instanceof PySet
  return isOfSets ? combineSets(m, operator, a, b) : undefined
}

/** Value of `a operator b`. */
export const arithmetic = (m: Machine, operator: string, a: PyValue, b: PyValue): PyValue =>
  numberArithmetic(m, operator, a, b) ??
  collectionArithmetic(m, operator, a, b) ??
  fail(`"${operator}" is not supported between ${typeName(a)} and ${typeName(b)}`)
