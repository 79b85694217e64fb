import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawStory } from '../../../content/pools/story-parts.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  text: drawStory(rng, rng.int(5, 7)),
  ...(rng.int(0, 2) === 0 ? {} : { max_sentences: rng.pick([1, 2, 4]) }),
})
