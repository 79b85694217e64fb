import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/reviews.json' with { type: 'json' }

const {
  venues: VENUES,
  aspects: ASPECTS,
  praise: PRAISE,
  complaint: COMPLAINT,
  goods: GOODS,
  parts: PARTS,
} = pool

/** A guest's view of a place, one clause for each word of praise or complaint, all of them different. */
function drawReview(rng: Rng, praise: number, complaints: number): string {
  const words = rng.shuffle([...rng.sample(PRAISE, praise), ...rng.sample(COMPLAINT, complaints)])
  const aspects = rng.sample(ASPECTS, words.length)
  const [first = '', ...rest] = aspects.map((aspect, i) => `the ${aspect} was ${words[i]}`)
  const last = rest.pop()
  const clauses = last === undefined ? first : `${[first, ...rest].join(', ')} and ${last}`
  return `At ${rng.pick(VENUES)} ${clauses}.`
}

/** A pleased, an angry and an undecided view, in any order. */
export const drawReviews = (rng: Rng): string[] =>
  rng.shuffle([drawReview(rng, rng.int(2, 4), 1), drawReview(rng, 1, rng.int(2, 4)), drawReview(rng, 1, 1)])

/** Words to search the web for that praise and complain, never as much of the one as of the other. */
export function drawOpinionQuery(rng: Rng): string {
  const isPraised = rng.pick([true, false])
  const [more, less] = isPraised ? [PRAISE, COMPLAINT] : [COMPLAINT, PRAISE]
  const [a, b, c] = rng.shuffle<string>([...rng.sample<string>(more, 2), rng.pick<string>(less)])
  const [one, other] = rng.sample(PARTS, 2)
  return `${a} ${rng.pick(GOODS)} with ${b} ${one} and ${c} ${other}`
}
