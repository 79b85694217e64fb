import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawTopicNote } from '../../../content/pools/topic-notes.ts'

export const drawArguments: (rng: Rng) => JsonObject = drawTopicNote
