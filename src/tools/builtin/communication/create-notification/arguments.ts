import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawMessage } from '../../../content/pools/message-parts.ts'
import { SUBJECTS } from '../../../content/pools/titles.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  title: rng.pick(SUBJECTS),
  message: drawMessage(rng),
  ...(rng.int(0, 2) === 0 ? {} : { priority: rng.pick(['low', 'medium', 'high', 'urgent']) }),
})
