import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawDate } from '../../../content/draws.ts'
import { drawMessage } from '../../../content/pools/message-parts.ts'
import { TODOS } from '../../../content/pools/titles.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  title: rng.pick(TODOS),
  ...(rng.int(0, 1) === 0 ? {} : { description: drawMessage(rng) }),
  ...(rng.int(0, 3) === 0 ? {} : { due_date: drawDate(rng, 2030, 2034) }),
  ...(rng.int(0, 2) === 0 ? {} : { priority: rng.pick(['low', 'high']) }),
})
