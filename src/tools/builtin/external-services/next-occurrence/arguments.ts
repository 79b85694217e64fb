import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawDate } from '../../../content/draws.ts'
import { WEEKDAYS } from '../calendar-date.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  weekday: rng.pick(WEEKDAYS),
  after_date: drawDate(rng, 2018, 2060),
})
