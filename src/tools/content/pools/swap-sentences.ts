import type { Rng } from '../../../shared/rng.ts'
import { fillText } from '../fill.ts'
import pool from '../words/swap-sentences.json' with { type: 'json' }

const { things: THINGS } = pool

const SENTENCES = pool.sentences

/** A sentence, a word that it holds two or three times and another word to put in its place. */
export function drawSwap(rng: Rng): { text: string; old: string; new: string } {
  const [old, replacement] = rng.sample(THINGS, 2) as [string, string]
  return { text: fillText(rng.pick(SENTENCES), { thing: old }), old, new: replacement }
}
