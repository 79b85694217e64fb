import { drawNumberPhrase } from '../../../content/pools/number-phrases.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ text: drawNumberPhrase(rng) })
