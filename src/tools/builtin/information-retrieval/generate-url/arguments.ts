import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { WORLD_CITIES } from '../../../content/pools/places.ts'
import { drawHost } from '../../../content/pools/url-parts.ts'
import { drawWorkTitle } from '../../../content/pools/work-titles.ts'

const PATHS = [
  '/search',
  '/archive',
  '/catalogue/books',
  '/events',
  '/jobs',
  '/routes/map',
  '/loans',
] as const

export function drawArguments(rng: Rng): JsonObject {
  const params = {
    ...(rng.int(0, 1) === 0 ? { q: drawWorkTitle(rng) } : { place: rng.pick(WORLD_CITIES) }),
    [rng.pick(['page', 'year', 'shelf', 'track', 'limit'])]: rng.int(2, 960),
  }
  return { base: `https://${drawHost(rng)}`, path: rng.pick(PATHS), params: JSON.stringify(params) }
}
