import type { Zod } from '../../../schema/lazily.ts'
import { field } from '../../../schema/semantic.ts'
import { refuse } from '../../../schema/tool-error.ts'
import { toFloat } from '../../../shared/python/float.ts'
import { formatReprFloat } from '../../../shared/python/number.ts'
import { compareCodePoints } from '../../../shared/python/text.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'
import type { World } from '../../world/world.ts'

const buildRangeAround = (value: number, decimals: number) => ({
  min: value * 0.6,
  max: value * 1.4,
  decimals,
})

/** Countries with the numbers of a world; names and places are the same in every world. */
const drawCountries = (world: World) =>
  tables.countries.map(({ name, population, continent, gdp_trillion: gdp, capital }) => {
    const draw = world.draw('country', name)
    return {
      name,
      population: draw.number('population', population, buildRangeAround(population, 3)),
      continent,
      gdp_trillion: draw.number('gdp', gdp, buildRangeAround(gdp, 5)),
      capital,
    }
  })

/** Cities with the numbers of a world; names and places are the same in every world. */
const drawCities = (world: World) =>
  tables.cities.map(
    ({ name, country, population_million: population, timezone, avg_temp_c: temperature }) => {
      const draw = world.draw('city', name)
      const bounds = { min: temperature - 5.5, max: temperature + 5.5, decimals: 3 }
      return {
        name,
        country,
        population_million: draw.number('population', population, buildRangeAround(population, 4)),
        timezone,
        avg_temp_c: draw.number('temperature', temperature, bounds),
      }
    },
  )

type PlaceRow = ReturnType<typeof drawCountries>[number] | ReturnType<typeof drawCities>[number]

// These columns hold floats: Mumbai's 21 million read "21.0" when they are compared as text.
const FLOAT_COLUMNS = new Set(['gdp_trillion', 'population_million'])

const formatCellText = (column: string, value: number | string): string =>
  typeof value === 'number' && FLOAT_COLUMNS.has(column) ? formatReprFloat(value) : String(value)

const TABLES = ['countries', 'cities', 'movies', 'books'] as const
const OPERATORS = ['equals', 'greater_than', 'less_than', 'contains'] as const

type ColumnValue = number | string

const has = (row: PlaceRow, column: string): boolean => Object.hasOwn(row, column)
const readCell = (row: PlaceRow, column: string): ColumnValue =>
  (row as unknown as Record<string, ColumnValue>)[column] as ColumnValue

/** The number that a text spells, as Python's float() reads it. */
function toNumber(text: string, parameter: string): number {
  const number = toFloat(text)
  if (number !== undefined) return number
  const subject = parameter === 'filter_field' ? 'a field of numbers' : 'a number'
  refuse(parameter, `must be ${subject} to be compared by size`)
}

function matches(
  row: PlaceRow,
  column: string,
  operator: (typeof OPERATORS)[number],
  value: string,
): boolean {
  if (!has(row, column)) return false
  const content = readCell(row, column)
  const text = formatCellText(column, content)
  if (operator === 'equals') return text.toLowerCase() === value.toLowerCase()
  if (operator === 'contains') return text.toLowerCase().includes(value.toLowerCase())
  const left = typeof content === 'number' ? content : toNumber(content, 'filter_field')
  const right = toNumber(value, 'filter_value')
  return operator === 'greater_than' ? left > right : left < right
}

function compareDescending(a: ColumnValue, b: ColumnValue): number {
  return typeof a === 'number' ? (b as number) - a : compareCodePoints(b as string, a)
}

const declareCountry = (z: Zod) =>
  z.strictObject({
    name: field(z.string(), 'country', 'Name of the country.'),
    population: field(z.number(), 'number', 'Population in millions.'),
    continent: field(z.string(), 'label', 'Continent.'),
    gdp_trillion: field(z.number(), 'amount', 'Yearly output in trillions of US dollars.'),
    capital: field(z.string(), 'city', 'Capital city.'),
  })

const declareCity = (z: Zod) =>
  z.strictObject({
    name: field(z.string(), 'city', 'Name of the city.'),
    country: field(z.string(), 'country', 'Country that it lies in.'),
    population_million: field(z.number(), 'number', 'Population of the urban area in millions.'),
    timezone: field(z.string(), 'timezone', 'Time zone, for example "Asia/Tokyo".'),
    avg_temp_c: field(z.number(), 'celsius', 'Average temperature in degrees Celsius.'),
  })

export const databaseQuery = defineBuiltIn({
  effect: 'read',
  capability: 'look-up',
  input: (z) => ({
    table: z.enum(TABLES),
    filter_field: z.string().optional(),
    filter_op: z.enum(OPERATORS).optional(),
    filter_value: z.string().optional(),
    sort_by: z.string().optional(),
    limit: z.int().default(10),
  }),
  output: (z) => ({
    table: z.enum(TABLES),
    results: z.array(z.union([declareCountry(z), declareCity(z)])),
    count: z.int(),
    error: z.string().optional(),
  }),
  run({ table, filter_field, filter_op, filter_value, sort_by, limit }, world) {
    if (table !== 'countries' && table !== 'cities') {
      return { table, results: [], count: 0, error: `The table "${table}" holds no rows.` }
    }
    let rows: PlaceRow[] = table === 'countries' ? drawCountries(world) : drawCities(world)
    if (filter_field && filter_op !== undefined && filter_value !== undefined) {
      rows = rows.filter((row) => matches(row, filter_field, filter_op, filter_value))
    }
    if (sort_by && rows[0] !== undefined && has(rows[0], sort_by)) {
      rows.sort((a, b) => compareDescending(readCell(a, sort_by), readCell(b, sort_by)))
    }
    const results = rows.slice(0, limit)
    return { table, results, count: results.length }
  },
})
