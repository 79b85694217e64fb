import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import type { Rng } from '../../../shared/rng.ts'

/** A field with values, or with bounds between which every world has rows on the wanted side. */
type Filter = readonly [field: string, op: string, value: (rng: Rng) => string]

const oneOf =
  (...values: readonly string[]) =>
  (rng: Rng): string =>
    rng.pick(values)
const whole =
  (min: number, max: number) =>
  (rng: Rng): string =>
    String(rng.int(min, max))
const tenths =
  (min: number, max: number) =>
  (rng: Rng): string =>
    String(rng.decimal(min, max, 1))

const TABLES: readonly { table: string; figures: readonly string[]; filters: readonly Filter[] }[] = [
  {
    table: 'countries',
    figures: ['population', 'gdp_trillion'],
    filters: [
      ['continent', 'equals', oneOf('Asia', 'Europe', 'Oceania', 'South America', 'North America')],
      ['capital', 'contains', oneOf('ton', 'lin', 'erra', 'kart', 'delhi', 'aris')],
      ['name', 'contains', oneOf('united', 'ind', 'str', 'rm', 'ina')],
      ['population', 'less_than', whole(40, 900)],
      ['gdp_trillion', 'greater_than', tenths(2.1, 15.9)],
      ['gdp_trillion', 'less_than', tenths(2.1, 9.9)],
    ],
  },
  {
    table: 'cities',
    figures: ['population_million', 'avg_temp_c'],
    filters: [
      ['country', 'equals', oneOf('India', 'China', 'Japan', 'Egypt', 'France', 'Australia')],
      ['timezone', 'contains', oneOf('Asia', 'America', 'Europe')],
      ['population_million', 'greater_than', tenths(8.1, 21.9)],
      ['population_million', 'less_than', tenths(7.6, 24.9)],
      ['avg_temp_c', 'greater_than', tenths(9.1, 21.4)],
      ['avg_temp_c', 'less_than', tenths(16.6, 27.9)],
    ],
  },
]

export const databaseQuery = definePhrases({
  tool: 'database_query',
  draw(rng) {
    const { table, figures, filters } = rng.pick(TABLES)
    const [filter_field, filter_op, value] = rng.pick(filters)
    const isFiltered = rng.int(0, 4) > 0
    return {
      table,
      ...(isFiltered ? { filter_field, filter_op, filter_value: value(rng) } : {}),
      ...(isFiltered && rng.int(0, 2) === 0 ? {} : { sort_by: rng.pick(figures) }),
      ...(rng.int(0, 1) === 0 ? {} : { limit: rng.int(2, 8) }),
    }
  },
  asks: [
    'read the rows of the table {table}[ whose field {filter_field} passes the test {filter_op} for the value {filter_value}][, sorted by the field {sort_by}, largest first][, {limit} rows at most]',
    'query the table {table}[ with a filter (field: {filter_field}; operation: {filter_op}; value: {filter_value})][, order the rows by {sort_by} from the largest down][ and ask for {limit} rows]',
    'get rows from our table {table}[, sorted by {sort_by} with the largest first][, keeping those for which the comparison {filter_op} holds between the field {filter_field} and the value {filter_value}][, and no more than {limit} of them]',
    'fetch[ up to {limit}] rows of the table {table}[ in descending order of the field {sort_by}][; filter on the field {filter_field} by the operation {filter_op} with the value {filter_value}]',
    'look into the table {table}[ and filter it by the field {filter_field}, operation {filter_op}, value {filter_value}][; sort by {sort_by}, largest first][; limit the rows to {limit}]',
  ],
  outputs: { '/results/0/name': 'name in the first row', '/count': 'number of rows' },
  answers: [
    { at: ['/results/0/name'], gives: 'the name in the first row' },
    {
      at: ['/count', '/results/0/name'],
      gives: 'the number of rows returned, then the name in the first of them',
    },
  ],
  ownValues: ['filter_field', 'filter_value', 'sort_by'],
})
