import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawReadings } from '../../../content/pools/readings.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ text: drawReadings(rng) })
