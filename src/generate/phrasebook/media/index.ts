import type { Phrases } from '../phrases.ts'
import { generateImage } from './generate-image.ts'
import { transcribeAudio } from './transcribe-audio.ts'

export const media: readonly Phrases[] = [generateImage, transcribeAudio]
