import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawEnquiry } from '../../../content/pools/enquiries.ts'

export function drawArguments(rng: Rng): JsonObject {
  const { query, domain } = drawEnquiry(rng)
  return { query, ...(rng.int(0, 2) === 0 ? {} : { domain }) }
}
