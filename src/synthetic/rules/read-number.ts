/** A number in prose, with thousands set apart by commas or in words. */
export const NUMBER = String.raw`[$€£]?[-+]?\d+(?:,\d{3})*(?:\.\d+)?(?:\s?(?:million|thousand|billion)\b|[kK]\b)?`

const SCALE: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, million: 1e6, billion: 1e9 }

/** The value of a text that {@link NUMBER} matched. */
export function readNumber(text: string): number {
  const [, digits = '', scale = ''] = /^[$€£]?([-+]?[\d,.]+)\s?([a-z]*)/i.exec(text) ?? []
  return Number(digits.replaceAll(',', '')) * (SCALE[scale.toLowerCase()] ?? 1)
}

const NUMERALS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** A count in digits or in words up to twelve, as a piece of a pattern. */
export const COUNT = String.raw`(?:\d[\d,]*|${NUMERALS.slice(1).join('|')}|an?)`

export function readCount(text: string): number {
  const word = text.toLowerCase()
  if (word === 'a' || word === 'an') return 1
  const numeral = NUMERALS.indexOf(word)
  return numeral >= 0 ? numeral : Number(word.replaceAll(',', ''))
}
