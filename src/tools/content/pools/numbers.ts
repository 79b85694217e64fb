import { HUNDRED, ONES, TENS } from '../../../shared/english.ts'
import type { Rng } from '../../../shared/rng.ts'
import { drawDate } from '../draws.ts'
import wordParts from '../words/parts.json' with { type: 'json' }

/** Ranges that measured numbers come from, with their decimals. */
const SCALES = [
  [-24, 38, 2],
  [2, 60, 2],
  [11, 990, 1],
  [40, 400, 2],
  [1100, 9800, 1],
] as const

/** A number within a range that shows all its decimals: the last of them is not 0. */
export function drawNumber(rng: Rng, least: number, most: number, decimals: number): number {
  const number = rng.decimal(least, most, decimals)
  return Number.isInteger(number * 10 ** (decimals - 1)) ? drawNumber(rng, least, most, decimals) : number
}

/** From `least` to `most` measured numbers of one scale, no two of them equal, in no order. */
export function drawNumbers(rng: Rng, least = 5, most = 8): number[] {
  const [low, high, decimals] = rng.pick(SCALES)
  const count = rng.int(least, most)
  const numbers = new Set<number>()
  while (numbers.size < count) numbers.add(drawNumber(rng, low, high, decimals))
  return [...numbers]
}

/** Two series of equal length that more or less go along with each other, or against each other. */
export function drawPairedSeries(rng: Rng): { x: number[]; y: number[] } {
  const slope = rng.pick([-1, 1]) * rng.decimal(0.3, 4, 2)
  const start = rng.int(150, 400)
  const scatter = rng.pick([2, 10, 40])
  const x = new Set<number>()
  const count = rng.int(5, 7)
  while (x.size < count) x.add(drawNumber(rng, 2, 48, 1))
  const y = [...x].map((one) => Number((start + slope * one + rng.decimal(-scatter, scatter, 1)).toFixed(1)))
  return { x: [...x], y }
}

/** A number below 1,000 with two decimals, the last of them not 0. */
export const drawReading = (rng: Rng): number => (rng.int(101, 9989) * 10 + rng.int(1, 9)) / 100

/** A text that lists three to five readings, each written with its unit attached: `old mill 48.13kg`. */
export function drawReadings(rng: Rng): string {
  const unit = rng.pick(wordParts.readings.units)
  const rows = rng
    .sample(wordParts.readings.subjects, rng.int(3, 5))
    .map((subject) => `${subject} ${drawReading(rng)}${unit}`)
  return `${rng.pick(wordParts.readings.headings)}: ${rows.join(', ')}.`
}

function spellTens(number: number): string {
  const one = ONES[number % 10]
  if (number < 20) return ONES[number] ?? ''
  const ten = TENS[Math.floor(number / 10) - 2] ?? ''
  return number % 10 === 0 ? ten : `${ten}-${one}`
}

/** Words of a whole number from 1 to 999, with "and" after the hundreds. */
function spellHundreds(number: number): string {
  const rest = number % HUNDRED
  if (number < HUNDRED) return spellTens(number)
  const hundreds = `${ONES[Math.floor(number / HUNDRED)]} hundred`
  return rest === 0 ? hundreds : `${hundreds} and ${spellTens(rest)}`
}

/**
 * A number that is not written in digits alone: in words (`forty-one thousand two hundred and six`), now and then
 * below zero, or with a scale (`7.425 million`).
 */
export function drawNumberPhrase(rng: Rng): string {
  if (rng.int(0, 2) === 0) {
    return `${rng.decimal(1.1, 980, 3)} ${rng.pick(['thousand', 'million', 'billion'])}`
  }
  const millions = rng.int(0, 1) === 0 ? '' : `${spellHundreds(rng.int(1, 999))} million `
  const rest = `${spellHundreds(rng.int(1, 999))} thousand ${spellHundreds(rng.int(101, 999))}`
  return `${rng.int(0, 4) === 0 ? 'minus ' : ''}${millions}${rest}`
}

const MS_PER_DAY = 86_400_000

/** Two dates as YYYY-MM-DD, the second from `least` to `most` days after the first. */
export function drawDateSpan(rng: Rng, least: number, most: number): [start: string, end: string] {
  const start = drawDate(rng, 2019, 2032)
  const end = new Date(Date.parse(start) + rng.int(least, most) * MS_PER_DAY)
  return [start, end.toISOString().slice(0, 10)]
}
