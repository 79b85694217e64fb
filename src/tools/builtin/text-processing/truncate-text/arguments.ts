import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawStory } from '../../../content/pools/story-parts.ts'

const SUFFIXES = [' (cut)', ' [more]', '--', ' >>', '~', ' [continued]', ' etc.', ' (abridged)'] as const

export const drawArguments = (rng: Rng): JsonObject => ({
  text: drawStory(rng, rng.int(2, 3)),
  max_length: rng.int(24, 70),
  ...(rng.int(0, 1) === 0 ? {} : { suffix: rng.pick(SUFFIXES) }),
})
