import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawMessage } from '../../../content/pools/message-parts.ts'
import { TEXTS } from '../../../content/pools/texts.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  data: [...rng.sample(TEXTS, rng.int(1, 2)), drawMessage(rng)].join(' '),
  algorithm: rng.pick(['gzip', 'zlib', 'lz4']),
})
