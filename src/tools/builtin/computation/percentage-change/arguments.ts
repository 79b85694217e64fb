import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawFigure } from '../../../content/pools/figure-lists.ts'

export function drawArguments(rng: Rng): JsonObject {
  const [old_value = 0, new_value = 0] = rng.shuffle([
    drawFigure(rng, 20, 390, 2),
    drawFigure(rng, 410, 990, 2),
  ])
  return { old_value, new_value }
}
