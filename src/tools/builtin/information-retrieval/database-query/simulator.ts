import type { Zod } from '../../../../schema/lazily.ts'
import { field } from '../../../../schema/semantic.ts'
import { unprocessable } from '../../../../schema/tool-error.ts'
import { compareCodePoints, strip } from '../../../../shared/python/text.ts'
import { defineBuiltIn } from '../../../define-built-in.ts'
import { cellText, citiesOf, countriesOf, type Row } from '../countries-and-cities.ts'

const TABLES = ['countries', 'cities', 'movies', 'books'] as const
const OPERATORS = ['equals', 'greater_than', 'less_than', 'contains'] as const

type Cell = number | string

const has = (row: Row, column: string): boolean => Object.hasOwn(row, column)
const cell = (row: Row, column: string): Cell => (row as unknown as Record<string, Cell>)[column] as Cell

const NUMBER = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:e[+-]?\d+(?:_\d+)*)?$/i
const SPECIAL = new Map([
  ['inf', Number.POSITIVE_INFINITY],
  ['infinity', Number.POSITIVE_INFINITY],
  ['nan', Number.NaN],
])

/** The number that a text spells, as Python's float() reads it. */
function toNumber(text: string, parameter: string): number {
  const trimmed = strip(text)
  if (NUMBER.test(trimmed)) return Number(trimmed.replaceAll('_', ''))
  const special = SPECIAL.get(trimmed.replace(/^[+-]/, '').toLowerCase())
  if (special !== undefined) return trimmed.startsWith('-') ? -special : special
  const subject = parameter === 'filter_field' ? 'a field of numbers' : 'a number'
  throw unprocessable(parameter, `"${parameter}" must be ${subject} to be compared by size`)
}

function matches(row: Row, column: string, operator: (typeof OPERATORS)[number], value: string): boolean {
  if (!has(row, column)) return false
  const content = cell(row, column)
  const text = cellText(column, content)
  if (operator === 'equals') return text.toLowerCase() === value.toLowerCase()
  if (operator === 'contains') return text.toLowerCase().includes(value.toLowerCase())
  const left = typeof content === 'number' ? content : toNumber(content, 'filter_field')
  const right = toNumber(value, 'filter_value')
  return operator === 'greater_than' ? left > right : left < right
}

function descending(a: Cell, b: Cell): number {
  return typeof a === 'number' ? (b as number) - a : compareCodePoints(b as string, a)
}

const country = (z: Zod) =>
  z.strictObject({
    name: field(z.string(), 'country', 'Name of the country.'),
    population: field(z.number(), 'number', 'Population in millions.'),
    continent: field(z.string(), 'label', 'Continent.'),
    gdp_trillion: field(z.number(), 'amount', 'Yearly output in trillions of US dollars.'),
    capital: field(z.string(), 'city', 'Capital city.'),
  })

const city = (z: Zod) =>
  z.strictObject({
    name: field(z.string(), 'city', 'Name of the city.'),
    country: field(z.string(), 'country', 'Country that it lies in.'),
    population_million: field(z.number(), 'number', 'Population of the urban area in millions.'),
    timezone: field(z.string(), 'timezone', 'Time zone, for example "Asia/Tokyo".'),
    avg_temp_c: field(z.number(), 'celsius', 'Average temperature in degrees Celsius.'),
  })

export const databaseQuery = defineBuiltIn({
  name: 'database_query',
  category: 'information_retrieval',
  effect: 'read',
  capability: 'look-up',
  description:
    'Reads rows of a table: countries (name, population in millions, continent, gdp_trillion in US dollars, capital) or cities (name, country, population_million, timezone, avg_temp_c); the tables movies and books are empty. A filter on one field takes filter_field, filter_op and filter_value together; sort_by always puts the largest first. For questions in words use knowledge_base_query.',
  input: (z) =>
    z.strictObject({
      table: field(z.enum(TABLES), 'enum', 'Table to read.'),
      filter_field: field(
        z.string(),
        'key',
        'Field that the filter looks at, for example "continent".',
      ).optional(),
      filter_op: field(
        z.enum(OPERATORS),
        'enum',
        'How to compare: "equals" and "contains" as text without regard to case, the others as numbers.',
      ).optional(),
      filter_value: field(
        z.string(),
        'filter',
        'Value to compare with, for example "Asia" or "200".',
      ).optional(),
      sort_by: field(z.string(), 'key', 'Field to sort by, largest first.').optional(),
      limit: field(
        z.int().default(10),
        'limit',
        'Rows wanted at most; a negative number drops as many from the end.',
      ),
    }),
  output: (z) =>
    z.strictObject({
      table: field(z.enum(TABLES), 'enum', 'Table that was read.'),
      results: field(z.array(z.union([country(z), city(z)])), 'records', 'Rows of the table.'),
      count: field(z.int(), 'count', 'Number of rows returned.'),
      error: field(z.string(), 'text', 'Why there are no rows, where the table is empty.').optional(),
    }),
  run({ table, filter_field, filter_op, filter_value, sort_by, limit }, world) {
    if (table !== 'countries' && table !== 'cities') {
      return { table, results: [], count: 0, error: `The table "${table}" holds no rows.` }
    }
    let rows: Row[] = table === 'countries' ? countriesOf(world) : citiesOf(world)
    if (filter_field && filter_op !== undefined && filter_value !== undefined) {
      rows = rows.filter((row) => matches(row, filter_field, filter_op, filter_value))
    }
    if (sort_by && rows[0] !== undefined && has(rows[0], sort_by)) {
      rows.sort((a, b) => descending(cell(a, sort_by), cell(b, sort_by)))
    }
    const results = rows.slice(0, limit)
    return { table, results, count: results.length }
  },
})
