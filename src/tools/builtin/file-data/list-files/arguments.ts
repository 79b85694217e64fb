import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
export const drawArguments = (rng: Rng): JsonObject => (rng.int(0, 2) === 0 ? {} : { directory: '/data' })
