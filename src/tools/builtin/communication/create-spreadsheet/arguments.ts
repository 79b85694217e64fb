import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { METRICS } from '../../../content/pools/files.ts'
import { SERVICES } from '../../../content/pools/markets.ts'
import { drawNames } from '../../../content/pools/person-names.ts'
import { CITIES } from '../../../content/pools/places.ts'
import { DOCUMENTS } from '../../../content/pools/titles.ts'

const count = (rng: Rng): string => String(rng.int(12, 980))
const price = (rng: Rng): string => String(rng.decimal(11, 480, 2))

/** Headers of a table, and its rows, so many of them. */
const TABLES: readonly { headers: string[]; rows: (rng: Rng, size: number) => string[][] }[] = [
  {
    headers: ['Item', 'Price'],
    rows: (rng, size) => rng.sample(SERVICES, size).map((item) => [item, price(rng)]),
  },
  {
    headers: ['Item', 'Quantity', 'Unit price'],
    rows: (rng, size) => rng.sample(SERVICES, size).map((item) => [item, count(rng), price(rng)]),
  },
  {
    headers: ['City', 'Visitors'],
    rows: (rng, size) => rng.sample(CITIES, size).map((city) => [city, count(rng)]),
  },
  {
    headers: ['Measure', 'Last year', 'This year'],
    rows: (rng, size) => rng.sample(METRICS, size).map((metric) => [metric, count(rng), count(rng)]),
  },
  {
    headers: ['Person', 'Hours'],
    rows: (rng, size) => drawNames(rng, size).map((person) => [person, count(rng)]),
  },
]

export function drawArguments(rng: Rng): JsonObject {
  const { headers, rows } = rng.pick(TABLES)
  return { title: rng.pick(DOCUMENTS), headers, rows: rows(rng, rng.int(2, 4)) }
}
