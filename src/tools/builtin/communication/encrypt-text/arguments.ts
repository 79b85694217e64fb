import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawMessage } from '../../../content/pools/message-parts.ts'
import { TEXTS } from '../../../content/pools/texts.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  text: rng.pick([rng.pick(TEXTS), drawMessage(rng)]),
  method: rng.pick(['aes256', 'rsa']),
})
