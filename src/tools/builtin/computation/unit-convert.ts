import { createUnprocessableError } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { strip } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

// Published factors; the forward and backward ones are not reciprocal, and nothing is chained.
const CONVERSIONS: Record<string, (value: number) => number> = {
  'celsius>fahrenheit': (v) => (v * 9) / 5 + 32,
  'fahrenheit>celsius': (v) => ((v - 32) * 5) / 9,
  'celsius>kelvin': (v) => v + 273.15,
  'kelvin>celsius': (v) => v - 273.15,
  'fahrenheit>kelvin': (v) => ((v - 32) * 5) / 9 + 273.15,
  'kelvin>fahrenheit': (v) => ((v - 273.15) * 9) / 5 + 32,
  'km>miles': (v) => v * 0.621371,
  'miles>km': (v) => v * 1.60934,
  'meters>feet': (v) => v * 3.28084,
  'feet>meters': (v) => v * 0.3048,
  'km>meters': (v) => v * 1000,
  'meters>km': (v) => v / 1000,
  'miles>feet': (v) => v * 5280,
  'feet>miles': (v) => v / 5280,
  'kg>lbs': (v) => v * 2.20462,
  'lbs>kg': (v) => v * 0.453592,
  'kg>grams': (v) => v * 1000,
  'grams>kg': (v) => v / 1000,
  'lbs>ounces': (v) => v * 16,
  'ounces>lbs': (v) => v / 16,
}

export const unitConvert = defineBuiltIn({
  effect: 'read',
  capability: 'convert',
  input: (z) => ({ value: z.number(), from_unit: z.string(), to_unit: z.string() }),
  output: (z) => ({
    original_value: z.number(),
    from_unit: z.string(),
    converted_value: z.number(),
    to_unit: z.string(),
  }),
  run({ value, from_unit, to_unit }) {
    const from = strip(from_unit.toLowerCase())
    const to = strip(to_unit.toLowerCase())
    if (from === to) return { original_value: value, from_unit: from, converted_value: value, to_unit: to }
    const convert = CONVERSIONS[`${from}>${to}`]
    if (convert === undefined) {
      throw createUnprocessableError(
        'to_unit',
        `no conversion from ${JSON.stringify(from)} to ${JSON.stringify(to)}`,
      )
    }
    return { original_value: value, from_unit: from, converted_value: round(convert(value), 4), to_unit: to }
  },
})
