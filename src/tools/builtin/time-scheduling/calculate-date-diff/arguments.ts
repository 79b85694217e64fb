import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawDate } from '../../../content/draws.ts'

export function drawArguments(rng: Rng): JsonObject {
  const [date1, date2] = rng.shuffle([drawDate(rng, 1961, 2004), drawDate(rng, 2008, 2045)])
  return { date1: date1 as string, date2: date2 as string }
}
