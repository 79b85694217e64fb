import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { WORLD_CITIES } from '../../../content/pools/places.ts'

export function drawArguments(rng: Rng): JsonObject {
  const [origin = '', destination = ''] = rng.sample(WORLD_CITIES, 2)
  return {
    origin,
    destination,
    ...(rng.int(0, 1) === 0 ? {} : { mode: rng.pick(['walking', 'cycling', 'transit']) }),
  }
}
