import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/twin-notes.json' with { type: 'json' }

const { extras: EXTRAS, parts: PARTS } = pool

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/\w+/g))

/** Whether the words in common, over all words, make a number of four decimals and more. */
function isUneven(one: string, other: string): boolean {
  const [first, second] = [wordsOf(one), wordsOf(other)]
  const common = [...first].filter((word) => second.has(word)).length
  return !Number.isInteger((1000 * common) / (first.size + second.size - common))
}

/** Two notes of one sentence each that have three to seven of their nine parts in common, in the same order. */
export function drawTwinNotes(rng: Rng): [string, string] {
  const pairs = PARTS.map((part) => rng.sample(part, 2) as [string, string])
  const changed = new Set(rng.sample([...PARTS.keys()], rng.int(2, 6)))
  const first = `${pairs.map(([one]) => one).join(' ')}.`
  const second = `${pairs.map(([one, other], i) => (changed.has(i) ? other : one)).join(' ')}${rng.pick(EXTRAS)}.`
  return isUneven(first, second) ? [first, second] : drawTwinNotes(rng)
}
