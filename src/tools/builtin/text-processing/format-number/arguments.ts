import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'

/** A number with three decimals of which the last is not 0. */
const drawLarge = (rng: Rng): number =>
  Number((rng.int(1200, 9_800_000) + rng.int(1, 99) / 100 + rng.int(1, 9) / 1000).toFixed(3))

const VALUES: readonly (readonly [format: string, value: (rng: Rng) => number])[] = [
  ['currency', drawLarge],
  ['comma', drawLarge],
  ['scientific', (rng) => (rng.int(0, 1) === 0 ? drawLarge(rng) : rng.int(1, 99_999) / 1_000_000)],
  ['percent', (rng) => rng.int(1, 99_999) / 100_000],
]

export function drawArguments(rng: Rng): JsonObject {
  const [format, value] = rng.pick(VALUES)
  return { value: value(rng), format }
}
