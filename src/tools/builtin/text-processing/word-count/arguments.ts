import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawStory } from '../../../content/pools/story-parts.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ text: drawStory(rng, rng.int(1, 5)) })
