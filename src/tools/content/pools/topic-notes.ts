import type { Rng } from '../../../shared/rng.ts'
import { fillText } from '../fill.ts'
import pool from '../words/topic-notes.json' with { type: 'json' }

const { main: MAIN, side: SIDE } = pool

const OPENINGS = pool.openings

const ASIDES = pool.asides

/**
 * A text on one topic that mentions one to three other things in passing, and topics to choose from, in small
 * letters: its own, those whose first word is mentioned, and one or two that have nothing to do with it.
 */
export function drawTopicNote(rng: Rng): { text: string; categories: string[] } {
  const main = rng.pick(MAIN)
  const touched = rng.int(1, 3)
  const sides = rng.sample(SIDE, touched + rng.int(1, 2))
  const asides = rng.sample(ASIDES, touched)
  const mentions = sides.slice(0, touched).map(([word], i) => fillText(asides[i] ?? '', { word: word ?? '' }))
  return {
    text: [fillText(rng.pick(OPENINGS), { topic: main }), ...mentions].join(' '),
    categories: rng.shuffle([main, ...sides.map((side) => side.join(' '))]),
  }
}
