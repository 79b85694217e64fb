import type { Rng } from '../../shared/rng.ts'

/** Ends that the second note alone has, so that it never has as many words of its own as the first. */
const EXTRAS = [
  ' and so on',
  ' once a year',
  ' at night',
  ' by request and in summer',
  ' yet never twice',
] as const

/** What each part of a note can be, in order. */
const PARTS: readonly (readonly string[])[] = [
  ['Our', 'Their', 'Every', 'Each'],
  ['small', 'stone', 'wooden', 'green', 'crooked', 'painted'],
  ['barn', 'chapel', 'kiosk', 'pavilion', 'workshop', 'tower'],
  ['beside', 'behind', 'above', 'below', 'near'],
  ['this orchard', 'that canal', 'some quarry', 'one vineyard', 'both lakes'],
  ['holds', 'hides', 'offers', 'lends', 'stores'],
  ['forty lanterns', 'nine ladders', 'dry firewood', 'spare oars', 'rare maps', 'clay pots'],
  ['for fishermen', 'for travellers', 'for children', 'for neighbours', 'for painters'],
  ['until autumn comes', 'during heavy storms', 'on cold evenings', 'without any charge', 'by old custom'],
]

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
