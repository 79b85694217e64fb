import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawDate } from '../../../content/draws.ts'

export function drawArguments(rng: Rng): JsonObject {
  const day = drawDate(rng, 1950, 2023)
  return { date: rng.int(0, 1) === 0 ? day : `${day}T${rng.int(10, 22)}:${rng.int(10, 59)}:00Z` }
}
