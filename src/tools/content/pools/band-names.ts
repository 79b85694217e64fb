import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/band-names.json' with { type: 'json' }

const { praise: PRAISE, complaints: COMPLAINTS, middles: MIDDLES, kinds: KINDS } = pool

const named = (rng: Rng, moods: readonly string[]): string[] =>
  moods.map((mood) => `${mood} ${rng.pick(MIDDLES)} ${rng.pick(KINDS)}`)

/**
 * Names of bands, each with a word of praise or complaint of its own in front: `Awful Teapot Trio`. There is at least
 * one of each, and one more of the one than of the other, or three more.
 */
export function drawBands(rng: Rng): string[] {
  const [praise, complaints] = rng.pick([
    [1, 2],
    [2, 1],
    [2, 3],
    [3, 2],
    [1, 4],
    [4, 1],
  ] as const)
  return rng.shuffle([
    ...named(rng, rng.sample(PRAISE, praise)),
    ...named(rng, rng.sample(COMPLAINTS, complaints)),
  ])
}
