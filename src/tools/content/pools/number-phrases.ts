import { HUNDRED, ONES, TENS } from '../../../shared/number-words.ts'
import type { Rng } from '../../../shared/rng.ts'

/** Words of a whole number from 1 to 99. */
function tensInWords(number: number): string {
  const one = ONES[number % 10]
  if (number < 20) return ONES[number] ?? ''
  const ten = TENS[Math.floor(number / 10) - 2] ?? ''
  return number % 10 === 0 ? ten : `${ten}-${one}`
}

/** Words of a whole number from 1 to 999, with "and" after the hundreds. */
function hundredsInWords(number: number): string {
  const rest = number % HUNDRED
  if (number < HUNDRED) return tensInWords(number)
  const hundreds = `${ONES[Math.floor(number / HUNDRED)]} hundred`
  return rest === 0 ? hundreds : `${hundreds} and ${tensInWords(rest)}`
}

/**
 * A number that is not written in digits alone: in words (`forty-one thousand two hundred and six`), now and then
 * below zero, or with a scale (`7.425 million`).
 */
export function drawNumberPhrase(rng: Rng): string {
  if (rng.int(0, 2) === 0) {
    return `${rng.decimal(1.1, 980, 3)} ${rng.pick(['thousand', 'million', 'billion'])}`
  }
  const millions = rng.int(0, 1) === 0 ? '' : `${hundredsInWords(rng.int(1, 999))} million `
  const rest = `${hundredsInWords(rng.int(1, 999))} thousand ${hundredsInWords(rng.int(101, 999))}`
  return `${rng.int(0, 4) === 0 ? 'minus ' : ''}${millions}${rest}`
}
