import type { Simulator } from '../define-simulator.ts'
import { generateImage } from './generate-image/simulator.ts'
import { transcribeAudio } from './transcribe-audio/simulator.ts'

export const media: Simulator[] = [generateImage, transcribeAudio]
