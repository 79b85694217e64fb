import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawHost, drawPagePath, drawUrlQuery } from '../../../content/pools/url-parts.ts'

const FRAGMENTS = ['top', 'prices', 'photos', 'notes', 'contact', 'map', 'reviews', 'hours'] as const

export function drawArguments(rng: Rng): JsonObject {
  const host = rng.int(0, 2) === 0 ? `${drawHost(rng)}:${rng.int(8001, 9999)}` : drawHost(rng)
  const scheme = rng.pick(['https', 'https', 'http'])
  return { url: `${scheme}://${host}${drawPagePath(rng)}?${drawUrlQuery(rng)}#${rng.pick(FRAGMENTS)}` }
}
