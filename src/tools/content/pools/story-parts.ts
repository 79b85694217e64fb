import type { Rng } from '../../../shared/rng.ts'
import { drawMessage } from './message-parts.ts'
import { drawRemark } from './remarks.ts'
import { TEXTS } from './texts.ts'

/** So many sentences, each different, with full stops and one blank between them, without quotation marks. */
export function drawStory(rng: Rng, count: number): string {
  const sentences = new Set<string>()
  while (sentences.size < count) {
    sentences.add(rng.pick([() => rng.pick(TEXTS), () => drawMessage(rng), () => drawRemark(rng)])())
  }
  return [...sentences].join(' ')
}
