import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawContactLine } from '../../../content/pools/contact-lines.ts'
import { drawStory } from '../../../content/pools/story-parts.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  text: rng.int(0, 2) === 0 ? drawContactLine(rng) : `${drawStory(rng, 1)} ${drawContactLine(rng)}`,
})
