import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/opinion-parts.json' with { type: 'json' }

const { praise: PRAISE, complaint: COMPLAINT, aspects: ASPECTS, places: PLACES } = pool

/** So many words of praise and of complaint; never as many of one kind as of the other. */
const BALANCES = [
  [1, 0],
  [2, 0],
  [2, 1],
  [3, 1],
  [3, 2],
  [4, 1],
  [0, 2],
  [1, 2],
  [1, 3],
  [2, 3],
  [1, 4],
  [2, 4],
] as const

/** A review of a place with one sentence for each word of praise or complaint, in any order. */
export function drawOpinion(rng: Rng): string {
  const [praised, blamed] = rng.pick(BALANCES)
  const words = rng.shuffle([...rng.sample(PRAISE, praised), ...rng.sample(COMPLAINT, blamed)])
  const aspects = rng.sample(ASPECTS, words.length)
  return [
    `We spent ${rng.int(2, 9)} ${rng.pick(['hours', 'days'])} at ${rng.pick(PLACES)}.`,
    ...words.map((word, i) => `The ${aspects[i]} was ${word}.`),
  ].join(' ')
}
