import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import type { World } from '../../world/world.ts'
import { countDecimals } from '../handlers/rounded.ts'

/** What of a given state stays as it is in every world, since requests may speak of it. */
export interface Spoken {
  /** Whether tools take a field of the records of a collection; ids in it stay, unless `ids` says which do. */
  isTaken(collection: string, field: string): boolean
  /** The ids that requests name, where that is known: all others are exchanged. */
  readonly ids?: ReadonlySet<string> | undefined
  /** Values that rules list and that recorded calls are given. */
  readonly values: ReadonlySet<Json>
}

export interface StateExchange {
  readonly state: JsonObject
  /** A value that speaks of the state, with its ids exchanged. */
  apply(value: Json): Json
}

/** A number has at least this many steps within half of its size: some 9 bits. */
const MIN_STEPS = 500
/** The greatest of the numbers of a field is this many times the least; numbers that only name, such as years, are not. */
const MIN_SPREAD = 1.1
/** Digits that an id has at least, so that another can take its place. */
const MIN_DIGITS = 2
/** Digits of an id that are exchanged at most, the last ones. */
const MAX_DIGITS = 12

/** All scalars of a value with the way to them. */
export function* leavesOf(value: Json, path: readonly string[] = []): Generator<[readonly string[], Json]> {
  if (Array.isArray(value))
    for (const [i, item] of value.entries()) yield* leavesOf(item, [...path, String(i)])
  else if (isObject(value))
    for (const [key, item] of Object.entries(value)) yield* leavesOf(item, [...path, key])
  else yield [path, value]
}

const listNumbers = (value: Json): number[] =>
  [...leavesOf(value)].flatMap(([, leaf]) => (typeof leaf === 'number' ? [leaf] : []))

const isSame = (a: number, b: number): boolean => Math.abs(a - b) < 0.006

/** Sums of two, three or four of the numbers, from the place on. */
function* iterateSums(numbers: readonly number[], count: number, from = 0): Generator<number[]> {
  if (count === 0) {
    yield []
    return
  }
  for (let i = from; i < numbers.length; i++)
    for (const rest of iterateSums(numbers, count - 1, i + 1)) yield [numbers[i] ?? 0, ...rest]
}

/** This many numbers of a record are looked at for sums; a longer one keeps all of its numbers. */
const LOOKED_AT = 12

/** The numbers of a record of which one is the sum or the product of others; undefined where there are too many. */
function findTied(record: JsonObject): ReadonlySet<number> | undefined {
  const numbers = listNumbers(record).filter((number) => number !== 0)
  if (numbers.length > LOOKED_AT) return undefined
  const tied = new Set<number>()
  const all = numbers.map((_, i) => i)
  for (const count of [2, 3, 4]) {
    for (const places of iterateSums(all, count)) {
      const parts = places.map((at) => numbers[at] ?? 0)
      const results = [
        parts.reduce((sum, part) => sum + part, 0),
        ...(count === 2 ? [parts.reduce((product, part) => product * part, 1)] : []),
      ]
      const result = numbers.find(
        (number, at) => !places.includes(at) && results.some((one) => isSame(one, number)),
      )
      if (result !== undefined) for (const one of [result, ...parts]) tied.add(one)
    }
  }
  return tied
}

/** Records with the collection that they stand in and the way to them. */
const locateRecords = (state: JsonObject, path: readonly string[] = []): Located[] =>
  Object.entries(state).flatMap(([name, collection]) => {
    if (!Array.isArray(collection) && !isObject(collection)) return []
    const records = Object.entries(collection).flatMap(([key, record]): Located[] =>
      isObject(record) ? [{ collection: name, path: [...path, name, key], record }] : [],
    )
    return path.length > 0 || Array.isArray(collection)
      ? records
      : [...records, ...locateRecords(collection, [name])]
  })

interface Located {
  collection: string
  path: readonly string[]
  record: JsonObject
}

/** The values of each field of each collection. */
function listColumns(records: readonly Located[], spoken: Spoken): StateColumn[] {
  const columns = new Map<string, StateColumn>()
  for (const { collection, record } of records)
    for (const [field, value] of Object.entries(record)) {
      const name = `${collection}.${field}`
      const column = columns.get(name) ?? { name, values: [], isTaken: spoken.isTaken(collection, field) }
      column.values.push(value)
      columns.set(name, column)
    }
  return [...columns.values()]
}

interface StateColumn {
  readonly name: string
  readonly values: Json[]
  readonly isTaken: boolean
}

const isMoment = (text: string): boolean => /^\d{4}-\d\d|^\d\d?:\d\d/.test(text)

/** One word that names something by digits. */
const isId = (value: Json): value is string =>
  typeof value === 'string' &&
  (value.match(/\d/g)?.length ?? 0) >= MIN_DIGITS &&
  !/\s/.test(value) &&
  !isMoment(value)

const areDistinct = (values: readonly Json[]): boolean => new Set(values).size === values.length

/** The ids of a value that stand in a text, each once. */
export const findIds = (value: Json, text: string): string[] =>
  [...new Set([...leavesOf(value)].map(([, leaf]) => leaf))].filter(isId).filter((id) => text.includes(id))

/** The ids that differ from world to world: none that a longer text of the state names, which would stay as it is. */
function openIds(
  columns: readonly StateColumn[],
  records: readonly Located[],
  leaves: readonly Json[],
  { ids, values }: Spoken,
): string[] {
  const named = columns.filter((column) => column.values.every(isId) && areDistinct(column.values))
  const stays = new Set<Json>(values)
  if (ids !== undefined) for (const id of ids) stays.add(id)
  else {
    for (const column of columns) if (column.isTaken) for (const value of column.values) stays.add(value)
    for (const { path } of records) stays.add(path.at(-1) ?? '')
  }
  const open = [...new Set(named.flatMap((column) => column.values))].filter(isId)
  const texts = leaves.filter((leaf) => typeof leaf === 'string' && !isId(leaf)).join('\n')
  return open.filter((id) => !stays.has(id) && !texts.includes(id))
}

/** Other digits for an id, of which no other of the state has the same. */
function drawOtherId(name: string, id: string, taken: Set<Json>, world: World): string {
  const digits = id.replace(/\D/g, '').slice(-MAX_DIGITS)
  const span = 10 ** digits.length
  const drawn = world
    .draw('given state', name, id)
    .number('digits', Number(digits), { min: 0, max: span - 1, decimals: 0 })
  for (let step = 0; ; step++) {
    const next = String((drawn + step) % span).padStart(digits.length, '0')
    let place = digits.length - (id.match(/\d/g)?.length ?? 0)
    const other = id.replace(/\d/g, (digit) => (place++ < 0 ? digit : (next[place - 1] ?? digit)))
    if (other === id || !taken.has(other) || step === span) {
      taken.add(other)
      return other
    }
  }
}

/**
 * The numbers that can be varied without a contradiction. A number stays if it appears again in the state, a rule or a
 * recorded call, or if it is the sum, product or part of others of its record. It also stays if all numbers of its
 * field are alike, or if it is short.
 */
function openNumbers(
  records: readonly Located[],
  columns: readonly StateColumn[],
  leaves: readonly Json[],
  { values }: Spoken,
): { path: readonly string[]; value: number }[] {
  const texts = leaves.filter((leaf) => typeof leaf === 'string').join('\n')
  const open = new Set(
    columns.flatMap(({ name, isTaken, values: columnValues }) => {
      const numbers = columnValues.filter((value) => typeof value === 'number').map(Math.abs)
      const isNumeric = numbers.length === columnValues.length && areDistinct(numbers) && !isTaken
      const isSpread = numbers.length < 2 || Math.max(...numbers) >= MIN_SPREAD * Math.min(...numbers)
      return isNumeric && isSpread ? [name] : []
    }),
  )
  return records.flatMap(({ collection, path, record }) => {
    const tied = findTied(record)
    return Object.entries(record).flatMap(([field, value]) => {
      if (typeof value !== 'number' || tied === undefined || tied.has(value) || values.has(value)) return []
      const steps = Math.abs(value) * 10 ** countDecimals(value)
      const isShared = leaves.filter((leaf) => leaf === value).length > 1 || texts.includes(String(value))
      return steps >= MIN_STEPS && !isShared && open.has(`${collection}.${field}`)
        ? [{ path: [...path, field], value }]
        : []
    })
  })
}

const replaceIds = (value: Json, ids: ReadonlyMap<Json, string>): Json => {
  if (Array.isArray(value)) return value.map((item) => replaceIds(item, ids))
  if (!isObject(value)) return ids.get(value) ?? value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [ids.get(key) ?? key, replaceIds(item, ids)]),
  )
}

/** Writes a value where the path leads. */
function put(root: JsonObject, path: readonly string[], value: Json): void {
  const holder = path
    .slice(0, -1)
    .reduce<Json | undefined>(
      (at, key) => (Array.isArray(at) ? at[Number(key)] : isObject(at) ? at[key] : undefined),
      root,
    )
  const last = path.at(-1)
  if (last !== undefined && isObject(holder)) holder[last] = value
}

/**
 * A given state as a world has it: at seed 0 as it is. At others ids have other digits, the same wherever the id
 * stands, and numbers lie within half of their size around the given one. Then neither can be remembered.
 */
export function createExchange(name: string, given: JsonObject, spoken: Spoken, world: World): StateExchange {
  const records = locateRecords(given)
  const columns = listColumns(records, spoken)
  const leaves = [...leavesOf(given)].map(([, leaf]) => leaf)
  const taken = new Set(leaves)
  const ids = new Map<Json, string>(
    openIds(columns, records, leaves, spoken).map((id) => [id, drawOtherId(name, id, taken, world)]),
  )
  const apply = (value: Json): Json => replaceIds(value, ids)
  const state = apply(given)
  if (!isObject(state)) throw new Error('a state is an object')
  for (const { path, value } of openNumbers(records, columns, leaves, spoken)) {
    const ends = [value * 0.5, value * 1.5]
    const range = { min: Math.min(...ends), max: Math.max(...ends), decimals: countDecimals(value) }
    const there = path.map((key) => ids.get(key) ?? key)
    put(state, there, world.draw('given state', name, [...path]).number('value', value, range))
  }
  return { state, apply }
}
