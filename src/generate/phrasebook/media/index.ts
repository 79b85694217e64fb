import { generateImage } from '../../../simulators/media/generate-image/phrases.ts'
import { transcribeAudio } from '../../../simulators/media/transcribe-audio/phrases.ts'
import type { Phrases } from '../phrases.ts'

export const media: readonly Phrases[] = [generateImage, transcribeAudio]
