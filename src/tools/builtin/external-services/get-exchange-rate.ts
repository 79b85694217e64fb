import { refuseIf } from '../../../schema/tool-error.ts'
import { round } from '../../../shared/python/number.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'
import type { World } from '../../world/world.ts'

// Units of the currency for one US dollar. The published world takes any other code at par.
const UNITS_PER_USD = new Map(Object.entries(tables.units_per_usd))

function drawUnitsPerUsd(code: string, world: World): number {
  if (code === 'USD') return 1
  const listed = UNITS_PER_USD.get(code)
  const range =
    listed === undefined
      ? { min: 0.5, max: 60, decimals: 5 }
      : { min: listed * 0.7, max: listed * 1.4, decimals: 5 }
  return world.draw('exchange', code).number('units per USD', listed ?? 1, range)
}

export const getExchangeRate = defineBuiltIn({
  effect: 'read',
  capability: 'look-up',
  input: (z) => ({ from_currency: z.string(), to_currency: z.string(), amount: z.number().default(1) }),
  output: (z) => ({
    from_currency: z.string(),
    to_currency: z.string(),
    rate: z.number(),
    amount: z.number(),
    converted_amount: z.number(),
  }),
  run({ from_currency, to_currency, amount }, world) {
    const from = from_currency.toUpperCase()
    const to = to_currency.toUpperCase()
    const rate = drawUnitsPerUsd(to, world) / drawUnitsPerUsd(from, world)
    const converted = round(amount * rate, 4)
    refuseIf(!Number.isFinite(converted), 'amount', 'is too large to be converted')
    return {
      from_currency: from,
      to_currency: to,
      rate: round(rate, 6),
      amount,
      converted_amount: converted,
    }
  },
})
