import type { Rng } from '../../shared/rng.ts'

/** Names of topics by their number of words. */
const MAIN = [
  'beekeeping',
  'pottery',
  'cycling',
  'carpentry',
  'archery',
  'harbour dredging',
  'ferry traffic',
  'winter sports',
  'stage costumes',
  'paper making',
  'night train catering',
  'city tree planting',
  'old town housing',
] as const

/** Names of two words; a text may use the first word alone. */
const SIDE = [
  ['bridge', 'repairs'],
  ['school', 'meals'],
  ['garden', 'tools'],
  ['market', 'stalls'],
  ['tram', 'stops'],
  ['museum', 'tickets'],
  ['library', 'loans'],
  ['boat', 'rental'],
  ['street', 'lighting'],
  ['forest', 'paths'],
  ['kitchen', 'hygiene'],
  ['lake', 'levels'],
] as const

const OPENINGS: readonly ((topic: string) => string)[] = [
  (topic) => `Most letters of this month are about ${topic}.`,
  (topic) => `The council spent the evening on ${topic}.`,
  (topic) => `Our lead article deals with ${topic}.`,
  (topic) => `A long talk on ${topic} opened the meeting.`,
  (topic) => `The whole second chapter is on ${topic}.`,
]

const ASIDES: readonly ((word: string) => string)[] = [
  (word) => `A visitor asked for the way to the ${word}.`,
  (word) => `Somebody had parked in front of the ${word}.`,
  (word) => `The photo on the cover shows the ${word}.`,
  (word) => `Nobody has swept around the ${word} yet.`,
  (word) => `The speaker waited near the ${word}.`,
]

/**
 * A text on one topic that mentions one to three other things in passing, and topics to choose from, in small
 * letters: its own, those whose first word is mentioned, and one or two that have nothing to do with it.
 */
export function drawTopicNote(rng: Rng): { text: string; categories: string[] } {
  const main = rng.pick(MAIN)
  const touched = rng.int(1, 3)
  const sides = rng.sample(SIDE, touched + rng.int(1, 2))
  const asides = rng.sample(ASIDES, touched)
  const mentions = sides.slice(0, touched).map(([word], i) => asides[i]?.(word))
  return {
    text: [rng.pick(OPENINGS)(main), ...mentions].join(' '),
    categories: rng.shuffle([main, ...sides.map((side) => side.join(' '))]),
  }
}
