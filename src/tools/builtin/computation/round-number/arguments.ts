import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawFigure } from '../../../content/pools/figure-lists.ts'

/** Ranges, and the decimals that leave four digits or more and still change the number: none stands for two. */
const SCALES = [
  [12, 98, undefined],
  [12, 98, 3],
  [101, 989, undefined],
  [101, 989, 1],
  [1001, 9989, 0],
  [1001, 9989, 1],
] as const

export function drawArguments(rng: Rng): JsonObject {
  const [least, most, decimals] = rng.pick(SCALES)
  return { value: drawFigure(rng, least, most, 6), ...(decimals === undefined ? {} : { decimals }) }
}
