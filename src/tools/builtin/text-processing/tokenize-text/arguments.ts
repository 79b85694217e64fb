import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawStory } from '../../../content/pools/story-parts.ts'
import { EVENTS } from '../../../content/pools/titles.ts'

const TEXTS: readonly (readonly [method: string, text: (rng: Rng) => string])[] = [
  ['word', (rng) => drawStory(rng, 1)],
  ['sentence', (rng) => drawStory(rng, rng.int(2, 4))],
  ['character', (rng) => `${rng.pick(EVENTS)} ${rng.int(2, 990)}`],
]

export function drawArguments(rng: Rng): JsonObject {
  const [method, text] = rng.pick(TEXTS)
  return { text: text(rng), method }
}
