import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { METRICS } from '../../../content/pools/files.ts'
import { SERVICES } from '../../../content/pools/markets.ts'
import { drawNames } from '../../../content/pools/person-names.ts'
import { CITIES } from '../../../content/pools/places.ts'

/** Records of one kind, so many of them; no text in them holds a comma. */
const KINDS: readonly ((rng: Rng, size: number) => JsonObject[])[] = [
  (rng, size) =>
    rng
      .sample(SERVICES, size)
      .map((item) => ({ item, price: rng.decimal(11, 480, 2), stock: rng.int(2, 90) })),
  (rng, size) => rng.sample(CITIES, size).map((city) => ({ city, visitors: rng.int(120, 9800) })),
  (rng, size) =>
    drawNames(rng, size).map((person) => ({ person, city: rng.pick(CITIES), hours: rng.int(4, 160) })),
  (rng, size) =>
    rng
      .sample(METRICS, size)
      .map((measure) => ({ measure, before: rng.int(9, 800), after: rng.int(9, 800) })),
]

const csvOf = (records: readonly JsonObject[]): string =>
  [Object.keys(records[0] ?? {}), ...records.map(Object.values)].map((cells) => cells.join(',')).join('\n')

export function drawArguments(rng: Rng): JsonObject {
  const records = rng.pick(KINDS)(rng, rng.int(3, 4))
  const isJson = rng.int(0, 1) === 0
  return {
    data: isJson ? JSON.stringify(records) : csvOf(records),
    from_format: isJson ? 'json' : 'csv',
    to_format: rng.pick([isJson ? 'csv' : 'json', 'text']),
  }
}
