import type { Rng } from '../../../shared/rng.ts'
import { drawDate } from '../draws.ts'

const MS_PER_DAY = 86_400_000

/** Two dates as YYYY-MM-DD, the second from `least` to `most` days after the first. */
export function drawDateSpan(rng: Rng, least: number, most: number): [start: string, end: string] {
  const start = drawDate(rng, 2019, 2032)
  const end = new Date(Date.parse(start) + rng.int(least, most) * MS_PER_DAY)
  return [start, end.toISOString().slice(0, 10)]
}
