import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawTwinNotes } from '../../../content/pools/twin-notes.ts'

export function drawArguments(rng: Rng): JsonObject {
  const [text1, text2] = drawTwinNotes(rng)
  return { text1, text2 }
}
