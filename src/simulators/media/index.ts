import type { Simulator } from '../define-simulator.ts'
import { generateImage } from './generate-image.ts'
import { transcribeAudio } from './transcribe-audio.ts'

export const media: Simulator[] = [generateImage, transcribeAudio]
