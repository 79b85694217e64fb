import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { CLIENTS } from '../../../content/pools/markets.ts'
import { drawNames } from '../../../content/pools/person-names.ts'
import { CITIES } from '../../../content/pools/places.ts'

const KEYS = ['id', 'code', 'ref', 'number', 'account', 'badge', 'file_no', 'record_id'] as const

const drawIds = (rng: Rng, count: number): (number | string)[] => {
  const numbers = rng.sample(
    Array.from({ length: 180 }, (_, i) => 111 + i * 5),
    count,
  )
  const letter = rng.pick(['', '', 'K', 'R', 'T'])
  return letter === '' ? numbers : numbers.map((number) => `${letter}-${number}`)
}

export function drawArguments(rng: Rng): JsonObject {
  const key = rng.pick(KEYS)
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
