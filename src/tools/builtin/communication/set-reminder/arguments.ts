import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawDateTime } from '../../../content/draws.ts'
import { TODOS } from '../../../content/pools/titles.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  message: rng.pick(TODOS),
  remind_at: drawDateTime(rng),
})
