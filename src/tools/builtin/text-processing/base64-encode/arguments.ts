import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawMessage } from '../../../content/pools/message-parts.ts'
import { drawStory } from '../../../content/pools/story-parts.ts'
import { drawVolumeTitle } from '../../../content/pools/work-titles.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  text: rng.pick([drawMessage, drawVolumeTitle, (own: typeof rng) => drawStory(own, 1)])(rng),
})
