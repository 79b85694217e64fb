import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawFigure } from '../../../content/pools/figure-lists.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  value: drawFigure(rng, 11, 990, 3),
  min_val: drawFigure(rng, 140, 390, 3),
  max_val: drawFigure(rng, 410, 820, 3),
})
