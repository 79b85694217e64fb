import { type Methods, method, methods } from './arguments.ts'
import { combineSets } from './arithmetic.ts'
import { addElement, keyOf, setOf } from './collections.ts'
import { compare } from './compare.ts'
import { iterate } from './iterate.ts'
import { fail, type Machine } from './machine.ts'
import { type Args, PySet, type PyValue } from './values.ts'

type Combination = '-' | '&' | '^' | '|'

const asSet = (m: Machine, value: PyValue): PySet =>
  value instanceof PySet ? value : setOf(m, iterate(m, value))

/** Combines the set with each of the arguments in turn. */
const combine =
  (operator: Combination) =>
  (name: string): [string, (m: Machine, set: PySet, args: Args) => PyValue] => [
    name,
    (m, set, { positional, named }) => {
      if (named.size > 0) fail(`${name}() has no keyword arguments`)
      const start = combineSets(m, '|', set, new PySet())
      return positional.reduce<PySet>(
        (result, other) => combineSets(m, operator, result, asSet(m, other)),
        start,
      )
    },
  ]

const mutable = (set: PySet): PySet => (set.frozen ? fail('a frozenset cannot be changed') : set)

export const setMethods: Methods<PySet> = methods<PySet>({
  union: combine('|'),
  intersection: combine('&'),
  difference: combine('-'),
  symmetric_difference: combine('^'),
  issubset: method('/other', (m, set, other) => compare(m, set, asSet(m, other as PyValue)) <= 0),
  issuperset: method('/other', (m, set, other) => compare(m, set, asSet(m, other as PyValue)) >= 0),
  isdisjoint: method(
    '/other',
    (m, set, other) => combineSets(m, '&', set, asSet(m, other as PyValue)).entries.size === 0,
  ),
  copy: method('', (m, set) => combineSets(m, '|', set, new PySet())),
  add: method('/element', (m, set, value) => {
    addElement(m, mutable(set), value as PyValue)
    return null
  }),
  discard: method('/element', (m, set, value) => {
    mutable(set).entries.delete(keyOf(m, value as PyValue))
    return null
  }),
  remove: method('/element', (m, set, value) => {
    if (!mutable(set).entries.delete(keyOf(m, value as PyValue))) fail('the set has no such element')
    return null
  }),
})
