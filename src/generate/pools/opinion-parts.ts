import type { Rng } from '../../shared/rng.ts'

const PRAISE = [
  'amazing',
  'awesome',
  'beautiful',
  'brilliant',
  'delightful',
  'excellent',
  'fantastic',
  'good',
  'great',
  'impressive',
  'nice',
  'outstanding',
  'perfect',
  'pleasant',
  'superb',
  'wonderful',
] as const

const COMPLAINT = [
  'annoying',
  'awful',
  'bad',
  'boring',
  'disappointing',
  'frustrating',
  'horrible',
  'nasty',
  'poor',
  'stupid',
  'terrible',
  'ugly',
  'useless',
  'wrong',
] as const

const ASPECTS = [
  'breakfast',
  'view from the deck',
  'music in the hall',
  'map on the wall',
  'guide of our group',
  'colour of the tiles',
  'menu',
  'staircase',
  'lamp by the bed',
  'coffee',
  'garden behind the house',
  'sign at the gate',
  'second half',
  'advice at the desk',
  'soup',
  'table by the window',
] as const

const PLACES = [
  'a hotel at the lake',
  'the new tram museum',
  'a boat tour',
  'the puppet theatre',
  'a guest house on the island',
  'the night market',
  'the botanical garden',
  'a cooking course',
  'the old cable car',
  'a farm with rooms',
] as const

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
