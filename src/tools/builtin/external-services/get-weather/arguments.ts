import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { CITIES } from '../../../content/pools/places.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ city: rng.pick(CITIES) })
