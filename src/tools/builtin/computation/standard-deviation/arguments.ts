import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawFigures } from '../../../content/pools/figure-lists.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ values: drawFigures(rng, 6, 9) })
