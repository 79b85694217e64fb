import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawAmount } from '../../../content/draws.ts'
import { CURRENCIES } from '../../../content/pools/markets.ts'

export function drawArguments(rng: Rng): JsonObject {
  const [from_currency = '', to_currency = ''] = rng.sample(['USD', ...CURRENCIES], 2)
  return { from_currency, to_currency, amount: drawAmount(rng) }
}
