import { isObject, type Json } from '../../shared/json.ts'
import type { Rng } from '../../shared/rng.ts'
import written from './drawers.json' with { type: 'json' }
import { drawDate } from './draws.ts'
import { convertToText, type DrawnValues, fill, fillText, listScopes, readScopeValue } from './fill.ts'
import { DRAWERS } from './pools/drawers.ts'
import { POOLS } from './pools/lists.ts'

type DrawSource = string | Json[]
type DrawRange = [number, number]
type Count = number | string | DrawRange

/**
 * How one value is drawn. A text is a template: its slots are filled with what was drawn before, and `{int 2 99}`,
 * `{pick cities}` or `{make host}` draws where it stands, from left to right.
 */
export type DrawData =
  | string
  /** From a pool by its name, a list that was drawn before, or the items themselves, which may speak of values before. */
  | { pick: DrawSource }
  | { sample: DrawSource; count: Count }
  | { shuffle: DrawSource }
  /** A whole number within bounds; `times` multiplies it. */
  | { int: DrawRange; times?: number | undefined }
  | { decimal: [number, number, number] }
  /** A date as YYYY-MM-DD, of a year within bounds. */
  | { date: DrawRange }
  /** What `drawers.json`, or a function of `pools/drawers.ts`, makes up by this name. */
  | { make: string; of?: (number | string)[] | undefined }
  /** A list of this many values, each drawn anew. */
  | { repeat: DrawData; count: number | DrawRange }
  /** One of several ways to draw it. */
  | { either: DrawData[] }
  /** A value for each item of a drawn list. */
  | { each: DrawData; as: string; give: DrawData }
  /** What is drawn as a template in its turn. */
  | { fill: DrawData }
  /** Values by name. */
  | { object: DrawTable }
  | { value: Json }
  /** Values that only the last one is made of. */
  | { with: DrawTable; give: DrawData }

/** A value that is left out one time in `out`, or there one time in `in`. */
export type OptionalData = { maybe: DrawData; out: number } | { maybe: DrawData; in: number }

/**
 * Values in the order in which they are drawn. A key `first, ...others` takes a list apart, and `...` takes in every
 * field of an object.
 */
export interface DrawTable {
  [name: string]: DrawData | OptionalData
}

const writtenDrawers = written as unknown as Readonly<Record<string, DrawData>>

function readKnownEntry<T>(entries: Readonly<Record<string, T>>, name: string): T {
  const entry = Object.hasOwn(entries, name) ? entries[name] : undefined
  if (entry === undefined) throw new RangeError(`unknown pool or drawer "${name}"`)
  return entry
}

/** What a drawer makes, or a part of it: `person.email`. */
function make(path: string, rng: Rng, of: readonly number[]): Json {
  const [name = '', ...rest] = path.split('.')
  const data = writtenDrawers[name]
  const made =
    data === undefined
      ? readKnownEntry(DRAWERS, name)(rng, (other, ...more) => make(other, rng, more), of)
      : drawValue(data, {}, rng)
  return rest.length === 0 ? made : readScopeValue(['made', ...rest].join('.'), { made })
}

/** A number with two decimals of which the last is not 0. */
const drawCents = (rng: Rng, min: number, max: number): number =>
  Number((rng.int(min, max - 1) + rng.int(1, 9) / 10 + rng.int(1, 9) / 100).toFixed(2))

const NUMBERS: Readonly<Record<string, (rng: Rng, min: number, max: number, decimals: number) => Json>> = {
  cents: drawCents,
  date: drawDate,
  decimal: (rng, min, max, decimals) => rng.decimal(min, max, decimals),
  hex: (rng, min, max) => rng.int(min, max).toString(16),
  int: (rng, min, max) => rng.int(min, max),
}

function drawText(text: string, scope: DrawnValues, rng: Rng): string {
  return fillText(text, scope).replace(/\{(\w+) ([^{}]+)\}/g, (_, kind: string, given: string) => {
    const [first = '', ...others] = given.split(' ')
    if (kind === 'pick') return convertToText(rng.pick(readKnownEntry(POOLS, first)))
    const numbers = others.map(Number)
    if (kind === 'make') return convertToText(make(first, rng, numbers))
    const [max = 0, decimals = 0] = numbers
    return String(readKnownEntry(NUMBERS, kind)(rng, Number(first), max, decimals))
  })
}

/** The items of a source: those that stand in it, of a list that was drawn before (`{area}`), or of a pool. */
function listItems(from: DrawSource, scope: DrawnValues): readonly Json[] {
  const drawn = typeof from === 'string' && from.startsWith('{') ? fill(from, scope) : from
  return typeof drawn === 'string'
    ? readKnownEntry<readonly Json[]>(POOLS, fillText(drawn, scope))
    : (drawn as Json[])
}

/** Items that stand in the data itself may have slots; those of a pool are taken as they are. */
const takeValue = (from: DrawSource, value: Json, scope: DrawnValues): Json =>
  typeof from === 'string' ? value : fill(value, scope)

function drawCount(count: Count, scope: DrawnValues, rng: Rng): number {
  if (typeof count === 'number') return count
  return typeof count === 'string' ? Number(fillText(count, scope)) : rng.int(...count)
}

function drawValue(data: DrawData, scope: DrawnValues, rng: Rng): Json {
  if (typeof data === 'string') return drawText(data, scope, rng)
  if ('pick' in data) return takeValue(data.pick, rng.pick(listItems(data.pick, scope)), scope)
  if ('shuffle' in data) return takeValue(data.shuffle, rng.shuffle(listItems(data.shuffle, scope)), scope)
  if ('int' in data) return rng.int(...data.int) * (data.times ?? 1)
  if ('decimal' in data) return rng.decimal(...data.decimal)
  if ('date' in data) return drawDate(rng, ...data.date)
  if ('make' in data) {
    const of = data.of?.map((one) => drawCount(one, scope, rng)) ?? []
    return make(data.make, rng, of)
  }
  if ('either' in data) return drawValue(rng.pick(data.either), scope, rng)
  if ('fill' in data) return drawText(convertToText(drawValue(data.fill, scope, rng)), scope, rng)
  if ('object' in data) return drawValues(data.object, rng, scope)
  if ('value' in data) return fill(data.value, scope)
  if ('with' in data) return drawValue(data.give, { ...scope, ...drawValues(data.with, rng, scope) }, rng)
  if ('each' in data) {
    const list = drawValue(data.each, scope, rng)
    return listScopes('list', data.as, { ...scope, list }).map((inner) => drawValue(data.give, inner, rng))
  }
  const count = drawCount(data.count, scope, rng)
  if ('repeat' in data) {
    const { repeat } = data
    return Array.from({ length: count }, () => drawValue(repeat, scope, rng))
  }
  return takeValue(data.sample, rng.sample(listItems(data.sample, scope), count), scope)
}

/** The names that a key gives to a value or to its parts. */
function splitNamedParts(key: string, value: Json): Record<string, Json> {
  if (key === '...' && isObject(value)) return value
  const names = key.split(/,\s*/)
  if (names.length === 1) return { [key]: value }
  if (!Array.isArray(value)) throw new RangeError(`the value drawn for "${key}" is not a list`)
  return Object.fromEntries(
    names.map((name, i) =>
      name.startsWith('...') ? [name.slice(3), value.slice(i)] : [name, value[i] ?? null],
    ),
  )
}

const isLeftOut = (data: OptionalData, rng: Rng): boolean =>
  'out' in data ? rng.int(0, data.out - 1) === 0 : rng.int(0, data.in - 1) !== 0

const isOptional = (data: DrawData | OptionalData): data is OptionalData =>
  typeof data === 'object' && 'maybe' in data

/** Values by name, in the order of the table; each may speak of those before, and of those of the scope. */
export function drawValues(draws: DrawTable, rng: Rng, scope: DrawnValues = {}): Record<string, Json> {
  let drawn: Record<string, Json> = {}
  for (const [key, data] of Object.entries(draws)) {
    if (isOptional(data) && isLeftOut(data, rng)) continue
    const value = drawValue(isOptional(data) ? data.maybe : data, { ...scope, ...drawn }, rng)
    drawn = { ...drawn, ...splitNamedParts(key, value) }
  }
  return drawn
}
