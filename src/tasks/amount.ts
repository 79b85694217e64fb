import { createPattern } from '../shared/memoize.ts'
import { isCurrency, isCurrencyName } from '../shared/units.ts'

/** A number with what stands before and behind it: a currency, a unit. */
export interface Amount {
  value: number
  /** Its digits without separators, with the sign and the zeros that were written. */
  digits: string
  marks: string[]
}

const SEPARATOR = "[, '\u2019\u00a0\u2009\u202f_]"
const NUMBER = String.raw`(?:\d{1,3}(?:(?<mark>${SEPARATOR})\d{3})(?:\k<mark>\d{3})*|\d+)?(?:\.\d+)?(?:[eE][-+]?\d+)?`
const EACH_SEPARATOR = createPattern(SEPARATOR, 'g')
const AMOUNT = createPattern(
  String.raw`^(?<sign>[-+]?)\s*(?<before>[^\d\s.+-][^\d+-]*?)?\s*(?<inner>[-+]?)\s?(?=\.?\d)(?<number>${NUMBER})(?:[\s-]?(?<behind>[^\d\s].*))?$`,
  'su',
)

/** The number that a text is, with the marks beside it. Undefined for other texts. */
export function parseAmount(text: string): Amount | undefined {
  const groups = AMOUNT().exec(text.replaceAll(/[\u2212\u2013]/g, '-'))?.groups
  const number = groups?.number?.replaceAll(EACH_SEPARATOR(), '')
  if (groups === undefined || number === undefined) return undefined
  const { sign = '', inner = '', before, behind } = groups
  if (sign !== '' && inner !== '') return undefined
  const digits = `${sign}${inner}${number}`
  const marks = [before, behind].flatMap((mark) => (mark === undefined ? [] : [mark.trim()]))
  return { value: Number(digits), digits, marks }
}

/** Longest text that may be a number and nothing else. */
const MAX_LENGTH = 40

/** The number that a text is, with a currency or a percent sign beside it or not. Undefined for other texts. */
export function parsePlainAmount(text: string): Amount | undefined {
  if (text.length > MAX_LENGTH || !/\d/.test(text)) return undefined
  const amount = parseAmount(text.trim())
  const isForm = (mark: string): boolean => mark === '%' || isCurrency(mark) || isCurrencyName(mark)
  return amount?.marks.every(isForm) ? amount : undefined
}
