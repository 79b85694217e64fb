import { drawOpinion } from '../../../content/pools/opinion-parts.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ text: drawOpinion(rng) })
