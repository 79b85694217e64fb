import { refuseIf } from '../../../schema/tool-error.ts'
import { HUNDRED, ONES, SCALES, TENS } from '../../../shared/english.ts'
import { convertToAsciiDigits } from '../../../shared/python/float.ts'
import { splitWhitespace, strip } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'
import { SPACE_RANGES } from './patterns.ts'

const DIGITS = '-?[\\p{Nd},]+(?:\\.\\p{Nd}+)?'
const PLAIN = new RegExp(`^${DIGITS}$`, 'u')
const WITH_SCALE = new RegExp(
  `^(${DIGITS})[${SPACE_RANGES}]*(${SCALES.map(([word]) => word).join('|')})$`,
  'u',
)

const SCALE_OF = new Map(SCALES)
const VALUE_OF = new Map([
  ...ONES.map((word, i) => [word, i] as const),
  ...TENS.map((word, i) => [word, 10 * (i + 2)] as const),
])

/** Value of numbers with thousands separators; NaN where there are separators only. */
function readDigits(numerals: string): number {
  const digits = convertToAsciiDigits(numerals.replaceAll(',', ''))
  return digits === '' ? Number.NaN : Number(digits)
}

/** Value of English number words; NaN without words, or for an unknown word. */
function readWords(words: readonly string[]): number {
  let total = 0
  let group = 0
  let read = 0
  for (const word of words) {
    if (word === 'and') continue
    const value = VALUE_OF.get(word)
    const scale = SCALE_OF.get(word)
    if (value !== undefined) group += value
    else if (word === 'hundred') group *= HUNDRED
    else if (scale === undefined) return Number.NaN
    else {
      total += (group || 1) * scale
      group = 0
    }
    read++
  }
  return read === 0 ? Number.NaN : total + group
}

function read(text: string): number {
  const joined = text.replaceAll(' ', '')
  if (PLAIN.test(joined)) return readDigits(joined)
  const [, numerals, scale] = WITH_SCALE.exec(text) ?? []
  if (numerals !== undefined) return readDigits(numerals) * (SCALE_OF.get(scale as string) as number)
  const [first, ...rest] = splitWhitespace(text.replaceAll('-', ' '))
  if (first === undefined) return Number.NaN
  return first === 'minus' || first === 'negative' ? -readWords(rest) : readWords([first, ...rest])
}

export const textToNumber = defineBuiltIn({
  effect: 'read',
  capability: 'convert',
  input: (z) => ({ text: z.string() }),
  output: (z) => ({ number: z.number(), original: z.string() }),
  run({ text }) {
    const number = read(strip(text).toLowerCase())
    refuseIf(Number.isNaN(number), 'text', 'is not a number in figures or in English words')
    refuseIf(!Number.isFinite(number), 'text', 'is a number beyond 1.8e308')
    return { number, original: text }
  },
})
