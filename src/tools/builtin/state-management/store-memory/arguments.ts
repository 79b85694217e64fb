import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawKey, TAGS } from '../../../content/pools/file-parts.ts'
import { drawMessage } from '../../../content/pools/message-parts.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  key: drawKey(rng),
  value: drawMessage(rng),
  ...(rng.int(0, 1) === 0 ? {} : { tags: rng.sample(TAGS, rng.int(1, 3)) }),
})
