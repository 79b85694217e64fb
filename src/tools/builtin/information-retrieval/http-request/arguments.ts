import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawDomain } from '../../../content/pools/url-parts.ts'

const COLLECTIONS = [
  'orders',
  'bookings',
  'loans',
  'tickets',
  'members',
  'parcels',
  'repairs',
  'samples',
] as const

export const drawArguments = (rng: Rng): JsonObject => ({
  url: `https://api.${drawDomain(rng)}/v${rng.int(1, 3)}/${rng.pick(COLLECTIONS)}/${rng.int(11, 980)}`,
  method: rng.pick(['POST', 'PUT', 'DELETE']),
})
