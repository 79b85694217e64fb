import type { Rng } from '../../../shared/rng.ts'
import wordParts from '../words/parts.json' with { type: 'json' }

/** This many words of praise and of complaint; never as many of one kind as of the other. */
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
  const words = rng.shuffle([
    ...rng.sample(wordParts.opinionParts.praise, praised),
    ...rng.sample(wordParts.opinionParts.complaint, blamed),
  ])
  const aspects = rng.sample(wordParts.opinionParts.aspects, words.length)
  return [
    `We spent ${rng.int(2, 9)} ${rng.pick(['hours', 'days'])} at ${rng.pick(wordParts.opinionParts.places)}.`,
    ...words.map((word, i) => `The ${aspects[i]} was ${word}.`),
  ].join(' ')
}

function drawReview(rng: Rng, praise: number, complaints: number): string {
  const words = rng.shuffle([
    ...rng.sample(wordParts.reviews.praise, praise),
    ...rng.sample(wordParts.reviews.complaint, complaints),
  ])
  const aspects = rng.sample(wordParts.reviews.aspects, words.length)
  const [first = '', ...rest] = aspects.map((aspect, i) => `the ${aspect} was ${words[i]}`)
  const last = rest.pop()
  const clauses = last === undefined ? first : `${[first, ...rest].join(', ')} and ${last}`
  return `At ${rng.pick(wordParts.reviews.venues)} ${clauses}.`
}

/** A pleased, an angry and an undecided view, in any order. */
export const drawReviews = (rng: Rng): string[] =>
  rng.shuffle([drawReview(rng, rng.int(2, 4), 1), drawReview(rng, 1, rng.int(2, 4)), drawReview(rng, 1, 1)])

/** Words to search the web for that praise and complain, never as much of the one as of the other. */
export function drawOpinionQuery(rng: Rng): string {
  const isPraised = rng.pick([true, false])
  const [more, less] = isPraised
    ? [wordParts.reviews.praise, wordParts.reviews.complaint]
    : [wordParts.reviews.complaint, wordParts.reviews.praise]
  const [a, b, c] = rng.shuffle<string>([...rng.sample<string>(more, 2), rng.pick<string>(less)])
  const [one, other] = rng.sample(wordParts.reviews.parts, 2)
  return `${a} ${rng.pick(wordParts.reviews.goods)} with ${b} ${one} and ${c} ${other}`
}

const drawBandNames = (rng: Rng, moods: readonly string[]): string[] =>
  moods.map(
    (mood) => `${mood} ${rng.pick(wordParts.bandNames.middles)} ${rng.pick(wordParts.bandNames.kinds)}`,
  )

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
    ...drawBandNames(rng, rng.sample(wordParts.bandNames.praise, praise)),
    ...drawBandNames(rng, rng.sample(wordParts.bandNames.complaints, complaints)),
  ])
}
