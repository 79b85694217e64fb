import type { Rng } from '../../../shared/rng.ts'

/** A figure with two decimals of which the last is not 0. */
const cents = (rng: Rng, min: number, max: number): number =>
  Number((rng.int(min, max - 1) + rng.int(1, 9) / 10 + rng.int(1, 9) / 100).toFixed(2))
const small = (rng: Rng): number => rng.int(2, 99)
const thousands = (rng: Rng): string => `${rng.int(1, 48)},${rng.int(101, 999)}`

const TEXTS: readonly ((rng: Rng) => string)[] = [
  (rng) =>
    `The invoice lists ${small(rng)} lamps at ${cents(rng, 12, 90)} euros each and ${cents(rng, 3, 9)} euros for the box.`,
  (rng) =>
    `We cycled ${cents(rng, 20, 95)} km on Saturday, climbed ${rng.int(210, 990)} metres and met ${small(rng)} hikers.`,
  (rng) =>
    `Of ${thousands(rng)} seedlings ${rng.int(101, 990)} died, which is ${cents(rng, 1, 20)} percent of the bed.`,
  (rng) =>
    `The tank holds ${thousands(rng)} litres; it took ${cents(rng, 4, 30)} hours to fill with ${small(rng)} buckets a minute.`,
  (rng) =>
    `Pump ${small(rng)} ran at ${cents(rng, 1, 9)} bar for ${rng.int(101, 900)} seconds before the valve closed.`,
  (rng) =>
    `Tickets cost ${cents(rng, 5, 40)} euros, and ${thousands(rng)} people came on ${small(rng)} evenings.`,
  (rng) =>
    `The recipe takes ${rng.int(110, 950)} grams of rye, ${cents(rng, 1, 4)} litres of water and ${small(rng)} figs.`,
  (rng) =>
    `Lane ${small(rng)} was swum in ${cents(rng, 50, 99)} seconds, ${cents(rng, 1, 5)} faster than last year.`,
  (rng) =>
    `At ${small(rng)} degrees the sample weighed ${cents(rng, 100, 480)} grams and lost ${cents(rng, 1, 9)} grams overnight.`,
  (rng) =>
    `The museum counted ${thousands(rng)} visitors, sold ${rng.int(101, 990)} postcards and took ${cents(rng, 2, 9)} euros a head.`,
]

/** A sentence with three numbers, decimals and thousands separators among them, without quotation marks. */
export const drawNumberText = (rng: Rng): string => rng.pick(TEXTS)(rng)
