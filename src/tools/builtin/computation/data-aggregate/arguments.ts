import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawSiteRecords } from '../../../content/pools/site-records.ts'

export function drawArguments(rng: Rng): JsonObject {
  const { items, side, figure } = drawSiteRecords(rng)
  return {
    items,
    group_by: side,
    value_field: figure,
    ...(rng.int(0, 1) === 0 ? {} : { operation: 'average' }),
  }
}
