import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { CHANNELS } from '../../../content/pools/gatherings.ts'
import { drawMessage } from '../../../content/pools/message-parts.ts'
import { drawPerson } from '../../../content/pools/person-names.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  recipient: rng.pick([drawPerson(rng).name, rng.pick(CHANNELS)]),
  message: drawMessage(rng),
})
