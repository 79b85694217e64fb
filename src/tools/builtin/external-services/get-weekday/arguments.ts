import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawDate } from '../../../content/draws.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ date: drawDate(rng, 1905, 2095) })
