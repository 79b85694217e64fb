import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawContactLine, drawSecurityLine } from '../../../content/pools/contact-lines.ts'
import { drawMessage } from '../../../content/pools/message-parts.ts'

export function drawArguments(rng: Rng): JsonObject {
  const line = rng.int(0, 3) === 0 ? drawSecurityLine(rng) : drawContactLine(rng)
  return { text: rng.int(0, 1) === 0 ? line : `${drawMessage(rng)} ${line}` }
}
