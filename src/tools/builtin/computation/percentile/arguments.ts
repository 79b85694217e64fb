import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawFigure, drawFigures } from '../../../content/pools/figure-lists.ts'

/** Lengths by which no share comes out even. */
const LENGTHS = [7, 9, 11, 13] as const

export function drawArguments(rng: Rng): JsonObject {
  const count = rng.pick(LENGTHS)
  const values = drawFigures(rng, count, count)
  const [least = 0, ...rest] = values.toSorted((a, b) => a - b)
  const inside = rest.slice(0, -1)
  const value = rng.int(0, 1) === 0 ? rng.pick(inside) : drawFigure(rng, least, inside.at(-1) ?? least, 2)
  return { values, value }
}
