import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawDateSpan } from '../../../content/pools/date-spans.ts'

export function drawArguments(rng: Rng): JsonObject {
  const [start_date, end_date] = drawDateSpan(rng, 12, 900)
  return { start_date, end_date }
}
