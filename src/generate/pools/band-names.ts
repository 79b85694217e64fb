import type { Rng } from '../../shared/rng.ts'

const PRAISE = [
  'Amazing',
  'Awesome',
  'Beautiful',
  'Brilliant',
  'Delightful',
  'Excellent',
  'Fantastic',
  'Good',
  'Great',
  'Happy',
  'Perfect',
  'Pleasant',
  'Superb',
  'Wonderful',
] as const

const COMPLAINTS = [
  'Angry',
  'Awful',
  'Bad',
  'Boring',
  'Broken',
  'Horrible',
  'Nasty',
  'Poor',
  'Sad',
  'Stupid',
  'Terrible',
  'Ugly',
  'Useless',
  'Wrong',
] as const

const MIDDLES = [
  'Badger',
  'Lantern',
  'Teapot',
  'Heron',
  'Harbour',
  'Pickle',
  'Moon',
  'Anchor',
  'Cabbage',
  'Piano',
  'Donkey',
  'Rocket',
  'Onion',
  'Comet',
] as const

const KINDS = ['Band', 'Trio', 'Choir', 'Orchestra', 'Quartet', 'Ensemble', 'Players', 'Brothers'] as const

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
