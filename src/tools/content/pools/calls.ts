import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { Make } from '../draws.ts'
import tables from '../tables.json' with { type: 'json' }
import wordParts from '../words/parts.json' with { type: 'json' }
import pools from '../words/pools.json' with { type: 'json' }
import { CITIES, CLIENTS, FOREIGN_TEXTS, METRICS, WORLD_CITIES } from './lists.ts'
import { drawNumber, drawNumbers } from './numbers.ts'
import { drawNames, drawPerson } from './people.ts'
import { drawStock } from './records.ts'

// Arguments of tools that have to agree with each other.

/** JSON text of some measures, each with a number. */
export const drawReportData = (rng: Rng): string =>
  JSON.stringify(
    Object.fromEntries(
      rng
        .sample(METRICS, rng.int(2, 5))
        .map((name) => [name, rng.int(0, 1) === 0 ? rng.int(12, 4800) : rng.decimal(12, 980, 1)]),
    ),
  )

const CONDITION_BY_PLACE = { start: 'starts_with', middle: 'contains', end: 'ends_with' } as const

const FILTERS: readonly ((rng: Rng) => JsonObject)[] = [
  (rng) => {
    const { items, trait } = drawStock(rng)
    return { items, condition: CONDITION_BY_PLACE[trait.place], value: trait.word }
  },
  // Names with one of them in two places, to be left out.
  (rng) => {
    const { items } = drawStock(rng)
    const value = rng.pick(items)
    const at = items.indexOf(value)
    return { items: items.toSpliced((at + 2) % items.length, 0, value), condition: 'not_equals', value }
  },
  // Numbers with a limit that two of them or more are beyond.
  (rng) => {
    const items = drawNumbers(rng, 6, 9)
    const kept = rng.int(2, 4)
    const inOrder = items.toSorted((a, b) => a - b)
    return rng.int(0, 1) === 0
      ? { items, condition: 'less_than', value: String(inOrder[kept]) }
      : { items, condition: 'greater_than', value: String(inOrder[items.length - kept - 1]) }
  },
]

export const drawFilter = (rng: Rng): JsonObject => rng.pick(FILTERS)(rng)

const list = (items: readonly (number | string)[]): string =>
  `[${items.map((item) => (typeof item === 'string' ? `'${item}'` : item)).join(', ')}]`

const CODES: readonly ((rng: Rng) => string)[] = [
  (rng) => `sum(n * n for n in range(${rng.int(3, 40)}, ${rng.int(60, 400)})) / ${rng.int(3, 97)}`,
  (rng) => `round(sum(${list(drawNumbers(rng))}) * ${rng.decimal(1.1, 8.9, 2)}, 3)`,
  (rng) => `[v * ${rng.int(3, 19)} for v in ${list(drawNumbers(rng, 4, 6))} if v > ${rng.int(11, 20)}]`,
  (rng) => `' + '.join(sorted(${list(rng.sample(WORLD_CITIES, rng.int(4, 6)))}, key=len))`,
  (rng) => `'-'.join(word[:3] for word in ${list(rng.sample(WORLD_CITIES, rng.int(4, 6)))})`,
  (rng) => `'${drawStock(rng).items[0]}'[::-1].upper()`,
  (rng) => `f'{${rng.int(1001, 9889)} / ${rng.int(13, 97)}:.4f} ${rng.pick(['litres', 'tons', 'hours'])}'`,
]

/** An expression in Python. */
export const drawCode = (rng: Rng): string => rng.pick(CODES)(rng)

/** Numbers of a length by which no share comes out even, and one of them or one between them. */
export function drawShare(rng: Rng): JsonObject {
  const length = rng.pick([7, 9, 11, 13])
  const values = drawNumbers(rng, length, length)
  const [least = 0, ...rest] = values.toSorted((a, b) => a - b)
  const inside = rest.slice(0, -1)
  const value = rng.int(0, 1) === 0 ? rng.pick(inside) : drawNumber(rng, least, inside.at(-1) ?? least, 2)
  return { values, value }
}

/** A number in one unit, and another unit that it is to be converted into. */
export function drawUnits(rng: Rng): JsonObject {
  const { from: from_unit, to: to_unit, least, most } = rng.pick(tables.unit_pairs)
  return { value: rng.decimal(least, most, 2), from_unit, to_unit }
}

const DURATION_PARTS: readonly (readonly [name: string, least: number, most: number])[] = [
  ['days', 2, 400],
  ['hours', 2, 70],
  ['minutes', 2, 170],
]

export const drawDuration = (rng: Rng): JsonObject =>
  Object.fromEntries(
    rng.sample(DURATION_PARTS, rng.int(1, 3)).map(([name, least, most]) => [name, rng.int(least, most)]),
  )

const IDENTIFIERS = ['id', 'code', 'ref', 'number', 'account', 'badge', 'file_no', 'record_id'] as const

function drawIds(rng: Rng, wanted: number): (number | string)[] {
  const all = Array.from({ length: 180 }, (_, i) => 111 + i * 5)
  const numbers = rng.sample(all, wanted)
  const letter = rng.pick(['', '', 'K', 'R', 'T'])
  return letter === '' ? numbers : numbers.map((number) => `${letter}-${number}`)
}

/** Two data sets in JSON, of which some records have a partner. */
export function drawDatasets(rng: Rng): JsonObject {
  const key = rng.pick(IDENTIFIERS)
  const size = rng.int(4, 6)
  const ids = drawIds(rng, size + 1)
  const names = rng.int(0, 1) === 0 ? rng.sample(CLIENTS, size) : drawNames(rng, size)
  const partners = ids.filter((_, i) => i === 0 || i === 2 || rng.int(0, 1) === 0)
  const cities = rng.sample(CITIES, partners.length)
  return {
    dataset1: JSON.stringify(names.map((name, i) => ({ [key]: ids[i], name }))),
    dataset2: JSON.stringify(rng.shuffle(partners).map((id, i) => ({ [key]: id, city: cities[i] }))),
    join_key: key,
  }
}

/** Text in CSV; no text in the records holds a comma. */
const formatCsv = (records: readonly JsonObject[]): string =>
  [Object.keys(records[0] ?? {}), ...records.map(Object.values)].map((cells) => cells.join(',')).join('\n')

/** Records in JSON or CSV, and another format. */
export function drawConversion(rng: Rng, make: Make): JsonObject {
  const records = make('records') as JsonObject[]
  const isJson = rng.int(0, 1) === 0
  return {
    data: isJson ? JSON.stringify(records) : formatCsv(records),
    from_format: isJson ? 'json' : 'csv',
    to_format: rng.pick([isJson ? 'csv' : 'json', 'text']),
  }
}

/** A query with a filter, an order or both; every world has rows on the wanted side of a limit. */
export function drawQuery(rng: Rng): JsonObject {
  const { table, figures, filters } = rng.pick(tables.queries)
  const { field, op, values, least = 0, most = 0, decimals = 0 } = rng.pick<Filter>(filters)
  const isFiltered = rng.int(0, 4) > 0
  const drawValue = (): string =>
    values === undefined ? String(rng.decimal(least, most, decimals)) : rng.pick(values)
  return {
    table,
    ...(isFiltered ? { filter_field: field, filter_op: op, filter_value: drawValue() } : {}),
    ...(isFiltered && rng.int(0, 2) === 0 ? {} : { sort_by: rng.pick(figures) }),
    ...(rng.int(0, 1) === 0 ? {} : { limit: rng.int(2, 8) }),
  }
}

interface Filter {
  field: string
  op: string
  values?: string[]
  least?: number
  most?: number
  decimals?: number
}

const CODES_OF_LANGUAGES = pools.languages.map(({ code }) => code)

/** A text and the languages that it is to be translated from and into. */
export function drawTranslation(rng: Rng, make: Make): JsonObject {
  if (rng.int(0, 2) > 0) {
    const text = make('story', 1, 2)
    return { text, from_language: 'en', to_language: rng.pick(CODES_OF_LANGUAGES) }
  }
  const [from_language, sentences] = rng.pick(Object.entries(FOREIGN_TEXTS))
  const text = rng.sample(sentences, rng.int(1, 2)).join(' ')
  const others = ['en', ...CODES_OF_LANGUAGES].filter((code) => code !== from_language)
  return { text, from_language, to_language: rng.pick(others) }
}

/** A number with three decimals of which the last is not 0. */
const drawLarge = (rng: Rng): number =>
  Number((rng.int(1200, 9_800_000) + rng.int(1, 99) / 100 + rng.int(1, 9) / 1000).toFixed(3))

const FORMATTED: readonly (readonly [format: string, value: (rng: Rng) => number])[] = [
  ['currency', drawLarge],
  ['comma', drawLarge],
  ['scientific', (rng) => (rng.int(0, 1) === 0 ? drawLarge(rng) : rng.int(1, 99_999) / 1_000_000)],
  ['percent', (rng) => rng.int(1, 99_999) / 100_000],
]

export function drawNumberFormat(rng: Rng): JsonObject {
  const [format, value] = rng.pick(FORMATTED)
  return { value: value(rng), format }
}

/** Goods in one text, and what stands between them. */
export function drawDelimited(rng: Rng): JsonObject {
  const delimiter = rng.pick([';', '|', '#', '~', '+', '::', '--', '//', '=>', '*'])
  return { text: rng.sample(wordParts.itemLists.items, rng.int(3, 7)).join(delimiter), delimiter }
}

const readFirstLabel = (domain: string): string => domain.split('.')[0] ?? ''

/** Ways to write an address; the last four have a form that no address may have. */
const ADDRESSES: readonly ((local: string, domain: string) => string)[] = [
  (local, domain) => `${local}@${domain}`,
  (local, domain) => `${local}@mail.${domain}`,
  (local, domain) => `${local}+news@${domain}`,
  (local, domain) => `${local}@${readFirstLabel(domain)}`,
  (local, domain) => `${local}@${domain.replace('.', '..')}`,
  (local, domain) => `${local.replace('.', ' ')}@${domain}`,
  (local, domain) => `${local}@-${domain}`,
]

/** An e-mail address, or what only looks like one. */
export const drawAddress = (rng: Rng, make: Make): string =>
  rng.pick(ADDRESSES)(drawPerson(rng).email.split('@')[0] ?? '', String(make('domain')))
