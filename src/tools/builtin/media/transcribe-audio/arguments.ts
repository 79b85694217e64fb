import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawRecording } from '../../../content/pools/recording-parts.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  audio_source: drawRecording(rng),
  ...(rng.int(0, 2) === 0 ? { language: rng.pick(['de', 'es', 'fr', 'it', 'pt', 'nl', 'sv', 'ja']) } : {}),
})
