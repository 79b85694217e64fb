import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawMessage } from '../../../content/pools/message-parts.ts'
import { EVENT_TYPES } from '../../../content/pools/titles.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  event_type: rng.pick(EVENT_TYPES),
  message: drawMessage(rng),
  severity: rng.pick(['info', 'warning', 'error']),
})
