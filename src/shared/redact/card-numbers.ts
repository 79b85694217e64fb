/** Digits of a payment card, written together or in groups. */
const DIGITS = /(?<![\w-])\d(?:[ -]?\d){11,18}(?![\w-])/g
/** First digits and lengths of the large issuers. */
const ISSUED =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|35\d{14}|6(?:011|4\d\d|5\d\d)\d{12})$/

/** Whether the last digit is the one that the others come to, after Luhn. */
function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, char, i) => {
    const digit = Number(char) * (i % 2 === 1 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}

/** A text with each number of a payment card masked. */
export const cardNumbersMasked = (text: string, mask: (found: string) => string): string =>
  text.replace(DIGITS, (found) => {
    const digits = found.replace(/\D/g, '')
    return ISSUED.test(digits) && isLuhn(digits) ? mask(found) : found
  })

/** Whether a text has as many digits in a row, or in groups, as a card's number has. */
export const hasManyDigits = (text: string): boolean => text.search(DIGITS) >= 0
