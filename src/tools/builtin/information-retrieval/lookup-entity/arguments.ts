import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { WORLD_CITIES } from '../../../content/pools/places.ts'

const KINDS = [
  'Port of',
  'Cathedral of',
  'University of',
  'Botanical Garden of',
  'Treaty of',
  'Siege of',
  'Archive of',
  'Tramways of',
  'Old Town of',
  'Bridges of',
] as const

export const drawArguments = (rng: Rng): JsonObject => ({
  entity: `${rng.pick(KINDS)} ${rng.pick(WORLD_CITIES)}`,
})
