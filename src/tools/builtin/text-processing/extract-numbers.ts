import { refuseIf } from '../../../schema/tool-error.ts'
import { convertToAsciiDigits } from '../../../shared/python/float.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

// At most three digits before a separator: the published pattern cuts 1998 into 199 and 8.
const NUMBER = /-?\p{Nd}{1,3}(?:,\p{Nd}{3})*(?:\.\p{Nd}+)?/gu

const toNumber = (written: string): number => Number(convertToAsciiDigits(written.replaceAll(',', '')))

export const extractNumbers = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ text: z.string() }),
  output: (z) => ({ numbers: z.array(z.number()), count: z.int() }),
  run({ text }) {
    const numbers = (text.match(NUMBER) ?? []).map(toNumber)
    refuseIf(
      !numbers.every(Number.isFinite),
      'text',
      'holds a number beyond 1.8e308, the largest that can be returned',
    )
    return { numbers, count: numbers.length }
  },
})
