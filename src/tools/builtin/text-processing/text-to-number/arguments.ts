import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawNumberPhrase } from '../../../content/pools/number-phrases.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ text: drawNumberPhrase(rng) })
