import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawStory } from '../../../content/pools/story-parts.ts'
import { drawVolumeTitle } from '../../../content/pools/work-titles.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  text: rng.int(0, 2) === 0 ? drawVolumeTitle(rng) : drawStory(rng, 1),
  algorithm: rng.pick(['md5', 'sha256', 'sha512']),
})
