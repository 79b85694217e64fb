import { drawFigures } from '../../../content/pools/figure-lists.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ numbers: drawFigures(rng) })
