import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { ZONES } from '../../../content/pools/time-zone-keys.ts'

export const drawArguments = (rng: Rng): JsonObject =>
  rng.int(0, 7) === 0 ? {} : { timezone: rng.pick(ZONES) }
