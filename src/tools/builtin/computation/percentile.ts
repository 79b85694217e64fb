import { refuseIf } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import { drawFigure, drawFigures } from '../../content/pools/numbers.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const DECIMALS = 4

/** Lengths by which no share comes out even. */
const LENGTHS = [7, 9, 11, 13] as const

export const percentile = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({ values: z.array(z.number()), value: z.number() }),
  output: (z) => ({ percentile: z.number() }),
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
