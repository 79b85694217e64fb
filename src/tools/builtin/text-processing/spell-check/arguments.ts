import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawMessage } from '../../../content/pools/message-parts.ts'
import { drawMisspelt } from '../../../content/pools/misspelt-sentences.ts'

export function drawArguments(rng: Rng): JsonObject {
  const misspelt = drawMisspelt(rng, rng.int(1, 3))
  return { text: rng.int(0, 1) === 0 ? misspelt : `${drawMessage(rng)} ${misspelt}` }
}
