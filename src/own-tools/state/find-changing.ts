import { isObject, isScalar, type Json, type JsonObject } from '../../shared/json.ts'
import { appendKey } from '../../shared/pointer.ts'
import { dateOf } from '../../tasks/dates.ts'

/** Paths of a state: keys after `/`, with `*` for indices of lists and for keys that change. */
export interface Changing {
  /** Values that change: compared one to one. */
  values: Paths
  /** Times that change: compared by presence. */
  times: Paths
  /** Objects whose keys change: compared as lists of their entries. */
  keyed: Paths
  /** Lists that grow with reads, and fields that come and go: not compared. */
  leftOut: Paths
}

type Paths = ReadonlySet<string>

/** Fields of a row for the key of an object's entry, and for a value that has no fields. */
export const KEY = '(key)'
export const VALUE = '(value)'

/** The rows of a list of objects, or of an object whose keys change; undefined for any other value. */
export function readRows(value: Json | undefined, path: string, keyed: Paths): JsonObject[] | undefined {
  if (Array.isArray(value)) return value.every(isObject) ? value : undefined
  if (!isObject(value) || !keyed.has(path)) return undefined
  return Object.entries(value).map(([key, item]) => ({
    [KEY]: key,
    ...(isObject(item) ? item : { [VALUE]: item }),
  }))
}

/** Beyond these digits, numbers may differ by rounding alone. */
const DIGITS = 12

/** A text that equal scalars share. */
export const formatScalar = (value: Json): string =>
  typeof value === 'number' && !Number.isInteger(value)
    ? String(Number(value.toPrecision(DIGITS)))
    : JSON.stringify(value)

/** A date, or seconds or milliseconds since the epoch, from 2001 on, also with a fraction. */
export const isTime = (value: Json): boolean =>
  typeof value === 'string'
    ? dateOf(value)?.day !== undefined
    : /^[12](\d{9}|\d{12})(\.\d+)?$/.test(String(value))

/** A shorter text may be part of another one by chance, and a text with blanks is not an id. */
const PART = /^\S{8,100}$/
export const isPart = (text: string): boolean => PART.test(text)

/** A pattern that finds values such as ids within texts; without values it finds nothing. */
export function createPartPattern(values: readonly Json[]): RegExp {
  const parts = new Set(values.map(String).filter((text) => PART.test(text)))
  const longestFirst = [...parts].sort((a, b) => b.length - a.length)
  const sources = longestFirst.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`(?<!\\w)(?:${sources.join('|') || '(?!)'})(?!\\w)`, 'g')
}

/** What each of two runs has: the reference, then the run that is held against it. */
export type Pair<T> = readonly [reference: T, other: T]

export const mapPair = <T, U>([one, other]: Pair<T>, map: (value: T, side: 0 | 1) => U): Pair<U> => [
  map(one, 0),
  map(other, 1),
]

/** Whether two runs have the same values, in any order. */
function haveSame(runs: Pair<readonly Json[]>): boolean {
  const [one, other] = mapPair(runs, (values) => values.map(formatScalar).sort().join('\n'))
  return one === other
}

const describeShape = (value: Json): Json =>
  Array.isArray(value) ? value.length : isObject(value) ? 'object' : null

/**
 * What changes by itself in a state, such as ids, times and logs: it differs between what two runs of the reference
 * leave. In the second run `Date` is shifted by a day and some, and every read is made twice.
 */
export function findChanging(reference: Json, second: Json): Changing {
  const [times, keyed, leftOut] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const scalarsAt = new Map<string, Pair<Json[]>>()

  function compareObjects(objects: Pair<JsonObject[]>, path: string): void {
    const keys = mapPair(objects, (each) => new Set(each.flatMap((object) => Object.keys(object))))
    const all = new Set([...keys[0], ...keys[1]])
    const [hasNew, hasGone] = mapPair(keys, ({ size }) => size < all.size)
    if (hasNew && hasGone) {
      keyed.add(path)
      compareAll(
        mapPair(objects, (each) => each.map((object) => readRows(object, path, keyed) ?? [])),
        path,
      )
      // A row may lack a field, and so may the state; any other object that gains keys alone grows with reads.
    } else if (hasNew !== hasGone && path !== '' && !path.endsWith('/*')) leftOut.add(path)
    else
      for (const key of all) {
        const owners = mapPair(objects, (each) => each.filter((object) => Object.hasOwn(object, key)))
        compareAll(
          mapPair(owners, (each) => each.map((object) => object[key] as Json)),
          appendKey(path, key),
        )
      }
  }

  /** Compares all values that the runs have at a path. */
  function compareAll(runs: Pair<Json[]>, path: string): void {
    if (!haveSame(mapPair(runs, (values) => values.map(describeShape)))) return void leftOut.add(path)
    const items = mapPair(runs, (values) => values.filter((value) => Array.isArray(value)).flat())
    if (items[0].length > 0) compareAll(items, `${path}/*`)
    compareObjects(
      mapPair(runs, (values) => values.filter(isObject)),
      path,
    )
    const scalars = mapPair(runs, (values) => values.filter(isScalar))
    if (haveSame(scalars)) return
    if (scalars.flat().every((value) => value === null || isTime(value))) times.add(path)
    else scalarsAt.set(path, scalars)
  }

  compareAll([[reference], [second]], '')
  const patterns = mapPair([0, 1], (run) =>
    createPartPattern([...scalarsAt.values()].flatMap((runs) => runs[run] ?? [])),
  )
  // A text that changes only by an id within it is compared as a text.
  const maskParts = (values: Json[], run: 0 | 1): Json[] =>
    values.map((value) => (PART.test(String(value)) ? value : String(value).replaceAll(patterns[run], '\0')))
  const values = [...scalarsAt]
    .filter(([, runs]) => !haveSame(mapPair(runs, maskParts)))
    .map(([path]) => path)
  return { values: new Set(values), times, keyed, leftOut }
}
