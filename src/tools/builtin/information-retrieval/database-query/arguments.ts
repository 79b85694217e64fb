import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'

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

export function drawArguments(rng: Rng): JsonObject {
  const { table, figures, filters } = rng.pick(TABLES)
  const [filter_field, filter_op, value] = rng.pick(filters)
  const isFiltered = rng.int(0, 4) > 0
  return {
    table,
    ...(isFiltered ? { filter_field, filter_op, filter_value: value(rng) } : {}),
    ...(isFiltered && rng.int(0, 2) === 0 ? {} : { sort_by: rng.pick(figures) }),
    ...(rng.int(0, 1) === 0 ? {} : { limit: rng.int(2, 8) }),
  }
}
