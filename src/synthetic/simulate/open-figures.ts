import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { stemsOf } from '../rules/words.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import { decimalsOf } from './rounded.ts'

/** A figure of the state that may be another in another world: nothing else depends on it. */
export interface OpenFigure {
  /** Property names and indices that lead to it. */
  path: readonly string[]
  value: number
}

/** Last words of the names of numbers that name something and measure nothing. */
const NAMING = new Set(
  'id number code key zip postcode year month day phone ssn version port latitude longitude index rank level'.split(
    ' ',
  ),
)
/** A figure has at least so many steps within half of its size: some 9 bits. */
const STEPS = 500

/** All scalars of a value with the way to them. */
function* leavesOf(value: Json, path: readonly string[] = []): Generator<[readonly string[], Json]> {
  if (Array.isArray(value))
    for (const [i, item] of value.entries()) yield* leavesOf(item, [...path, String(i)])
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) yield* leavesOf(item, [...path, key])
  else yield [path, value]
}

const numbersIn = (value: Json): number[] =>
  [...leavesOf(value)].flatMap(([, leaf]) => (typeof leaf === 'number' ? [leaf] : []))

const same = (a: number, b: number): boolean => Math.abs(a - b) < 0.006

/** Sums of two, three or four of the numbers, from the place on. */
function* sumsOf(numbers: readonly number[], count: number, from = 0): Generator<number[]> {
  if (count === 0) {
    yield []
    return
  }
  for (let i = from; i < numbers.length; i++)
    for (const rest of sumsOf(numbers, count - 1, i + 1)) yield [numbers[i] ?? 0, ...rest]
}

/** So many numbers of a record are looked at for sums; a longer one keeps all of its figures. */
const LOOKED_AT = 12

/** The numbers of a record of which one is the sum or the product of others; undefined where there are too many. */
function tiedIn(record: JsonObject): ReadonlySet<number> | undefined {
  const numbers = numbersIn(record).filter((number) => number !== 0)
  if (numbers.length > LOOKED_AT) return undefined
  const tied = new Set<number>()
  const all = numbers.map((_, i) => i)
  for (const count of [2, 3, 4]) {
    for (const places of sumsOf(all, count)) {
      const parts = places.map((at) => numbers[at] ?? 0)
      const results = [
        parts.reduce((sum, part) => sum + part, 0),
        ...(count === 2 ? [parts.reduce((product, part) => product * part, 1)] : []),
      ]
      const result = numbers.find(
        (number, at) => !places.includes(at) && results.some((one) => same(one, number)),
      )
      if (result !== undefined) for (const one of [result, ...parts]) tied.add(one)
    }
  }
  return tied
}

/** Records with the way to them: members of the collections of the state. */
const recordsIn = (state: JsonObject): { path: string[]; record: JsonObject }[] =>
  Object.entries(state).flatMap(([name, collection]) =>
    Array.isArray(collection) || isObject(collection)
      ? Object.entries(collection).flatMap(([key, record]) =>
          isObject(record) ? [{ path: [name, key], record }] : [],
        )
      : [],
  )

/** Values that rules list, and the numbers that known calls were given. */
const spokenOf = ({ tools, known }: SyntheticToolkit): ReadonlySet<number> =>
  new Set([
    ...tools
      .flatMap(({ rules }) => rules.flatMap((rule) => (rule.kind === 'one_of' ? rule.values : [])))
      .map(Number),
    ...known.flatMap(({ args }) => numbersIn(args)),
  ])

/** Whether the fields of this name are all figures, and no two records have the same. */
function isOpenField(field: string, records: readonly JsonObject[]): boolean {
  if (NAMING.has(stemsOf(field).at(-1) ?? '')) return false
  const values = records.flatMap((record) => (Object.hasOwn(record, field) ? [record[field]] : []))
  return values.every((value) => typeof value === 'number') && new Set(values).size === values.length
}

/**
 * The figures of the state that can be varied without a contradiction. A figure is left alone where it stands a second
 * time in the state, also within a text, or in a rule or a known call, where it is the sum or product of others of its
 * record or a part of one, where its name names, where records share it, and where it is too short to be a figure.
 */
export function openFigures(toolkit: SyntheticToolkit): OpenFigure[] {
  const { state } = toolkit
  const spoken = spokenOf(toolkit)
  const leaves = [...leavesOf(state)].map(([, leaf]) => leaf)
  const texts = leaves.filter((leaf) => typeof leaf === 'string').join('\n')
  const records = recordsIn(state)
  return records.flatMap(({ path, record }) => {
    const peers = records.filter((other) => other.path[0] === path[0]).map((other) => other.record)
    const tied = tiedIn(record)
    return Object.entries(record).flatMap(([field, value]) => {
      if (typeof value !== 'number' || tied === undefined || tied.has(value) || spoken.has(value)) return []
      const steps = Math.abs(value) * 10 ** decimalsOf(value)
      const isShared = leaves.filter((leaf) => leaf === value).length > 1 || texts.includes(String(value))
      return steps >= STEPS && !isShared && isOpenField(field, peers)
        ? [{ path: [...path, field], value }]
        : []
    })
  })
}
