import { round, toFixed, toFixedGrouped } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const EXPONENT_DIGITS = 6

/** Python's `format(x, ".6e")`: half to even on the exact value, exponent with sign and two digits. */
function formatScientific(value: number): string {
  const exponent = Number(value.toExponential().split('e')[1])
  // Rounded first: toExponential itself rounds ties up.
  const rounded = round(value, EXPONENT_DIGITS - exponent)
  const [mantissa = '', power = ''] = rounded.toExponential(EXPONENT_DIGITS).split('e')
  const sign = Object.is(value, -0) ? '-' : ''
  return `${sign}${mantissa}e${power[0]}${power.slice(1).padStart(2, '0')}`
}

const FORMATS = {
  currency: (value: number) => `$${toFixedGrouped(value, 2)}`,
  percent: (value: number) => `${toFixed(value * 100, 2)}%`,
  scientific: formatScientific,
  comma: (value: number) => toFixedGrouped(value, 2),
}

export const formatNumber = defineBuiltIn({
  effect: 'read',
  capability: 'transform-text',
  input: (z) => ({ value: z.number(), format: z.enum(['currency', 'percent', 'scientific', 'comma']) }),
  output: (z) => ({ formatted: z.string() }),
  run: ({ value, format }) => ({ formatted: FORMATS[format](value) }),
})
