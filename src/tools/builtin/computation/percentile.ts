import { field } from '../../../schema/semantic.ts'
import { refuseIf } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { drawFigure, drawFigures } from '../../content/pools/numbers.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const DECIMALS = 4

/** Lengths by which no share comes out even. */
const LENGTHS = [7, 9, 11, 13] as const

export const percentile = defineBuiltIn({
  name: 'percentile',
  category: 'computation',
  effect: 'read',
  capability: 'compute',
  description:
    'Percentile rank of a value within a list: how many percent of the numbers are not larger than it, from 0 to 100, to 4 decimals. It goes from a value to a rank, not from a rank to a value. For the median or the extremes use statistical_analysis.',
  input: (z) => ({
    values: field(z.array(z.number()), 'numbers', 'Numbers to rank within, at least one, in any order.'),
    value: field(z.number(), 'number', 'Value to rank; it need not be one of them.'),
  }),
  output: (z) => ({
    percentile: field(z.number(), 'percent', 'Rank, 0 to 100.'),
  }),
  run({ values, value }) {
    refuseIf(values.length === 0, 'values', 'must hold at least one number')
    const count = values.filter((other) => other <= value).length
    return { percentile: round((count / values.length) * 100, DECIMALS) }
  },
  drawArguments(rng) {
    const count = rng.pick(LENGTHS)
    const values = drawFigures(rng, count, count)
    const [least = 0, ...rest] = values.toSorted((a, b) => a - b)
    const inside = rest.slice(0, -1)
    const value = rng.int(0, 1) === 0 ? rng.pick(inside) : drawFigure(rng, least, inside.at(-1) ?? least, 2)
    return { values, value }
  },
})
