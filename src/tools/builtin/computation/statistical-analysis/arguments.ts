import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawFigures } from '../../../content/pools/figure-lists.ts'

export function drawArguments(rng: Rng): JsonObject {
  const count = rng.pick([6, 8])
  return {
    numbers: drawFigures(rng, count, count),
    operation: rng.pick(['mean', 'median', 'stdev', 'sum']),
  }
}
