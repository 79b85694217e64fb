import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawDate, drawDateTime } from '../../../content/draws.ts'

const PARTS: readonly (readonly [name: string, draw: (rng: Rng) => number])[] = [
  ['days', (rng) => rng.int(2, 400)],
  ['hours', (rng) => rng.int(2, 70)],
  ['minutes', (rng) => rng.int(2, 170)],
]

export function drawArguments(rng: Rng): JsonObject {
  const date = rng.int(0, 2) === 0 ? drawDate(rng, 2022, 2036) : drawDateTime(rng).replace(' ', 'T')
  const parts = rng.sample(PARTS, rng.int(1, 3))
  return { date, ...Object.fromEntries(parts.map(([name, draw]) => [name, draw(rng)])) }
}
