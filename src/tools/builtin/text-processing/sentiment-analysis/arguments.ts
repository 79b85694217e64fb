import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawOpinion } from '../../../content/pools/opinion-parts.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ text: drawOpinion(rng) })
