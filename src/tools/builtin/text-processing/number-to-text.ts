import { refuseIf } from '../../../schema/tool-error.ts'
import { HUNDRED, ONES, SCALES, TENS } from '../../../shared/english.ts'
import { formatReprFloat } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const DIVISORS = [...SCALES, ['hundred', HUNDRED] as const].map(
  ([word, factor]) => [word, BigInt(factor)] as const,
)

/** Words of a whole number. From 10^12 up it counts billions: "one thousand billion". */
function spell(number: bigint): string {
  if (number < 0n) return `negative ${spell(-number)}`
  if (number < 20n) return ONES[Number(number)] as string
  for (const [word, divisor] of DIVISORS) {
    if (number < divisor) continue
    const rest = number % divisor
    return `${spell(number / divisor)} ${word}${rest === 0n ? '' : ` ${spell(rest)}`}`
  }
  const tens = TENS[Number(number / 10n) - 2] as string
  return number % 10n === 0n ? tens : `${tens}-${ONES[Number(number % 10n)]}`
}

export const numberToText = defineBuiltIn({
  effect: 'read',
  capability: 'convert',
  input: (z) => ({ number: z.number() }),
  output: (z) => ({ text: z.string() }),
  run({ number }) {
    const whole = spell(BigInt(Math.trunc(number)))
    if (Number.isInteger(number)) return { text: whole }
    const written = formatReprFloat(number)
    refuseIf(
      written.includes('e'),
      'number',
      'is too close to 0 to be spelled: 0.0001 is the smallest decimal',
    )
    const digits = Array.from(written.slice(written.indexOf('.') + 1), (digit) => ONES[Number(digit)])
    return { text: `${whole} point ${digits.join(' ')}` }
  },
})
