import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { WORLD_CITIES } from '../../../content/pools/places.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ location: rng.pick(WORLD_CITIES) })
