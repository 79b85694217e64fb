/** Digits of a payment card: in the groups that are printed on it, which other digits may follow, or in any others. */
const DIGITS =
  /(?<![\w-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}|\d{4}([ -])\d{6}\2\d{5}|\d(?:[ -]?\d){11,18})(?![\w-])/g
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

function isCardNumber(found: string): boolean {
  const digits = found.replace(/\D/g, '')
  return ISSUED.test(digits) && isLuhn(digits)
}

/** A text with each number of a payment card replaced. */
export const cardNumbersMasked = (text: string, mask: (found: string) => string): string =>
  text.replace(DIGITS, (found) => (isCardNumber(found) ? mask(found) : found))

/** The numbers of payment cards in a text. */
export const cardNumbersIn = (text: string): string[] =>
  [...text.matchAll(DIGITS)].flatMap(([found]) => (isCardNumber(found) ? [found] : []))

/** Whether a text has as many digits in a row, or in groups, as a card's number has; false is sure. */
export const mayHoldCardNumber = (text: string): boolean => text.search(DIGITS) >= 0
