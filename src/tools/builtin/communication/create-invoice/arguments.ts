import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { CLIENTS, CURRENCIES, SERVICES } from '../../../content/pools/markets.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  client_name: rng.pick(CLIENTS),
  items: rng.sample(SERVICES, rng.int(1, 3)).map((description) => ({
    description,
    quantity: rng.int(2, 24),
    unit_price: rng.decimal(15, 240, 2),
  })),
  ...(rng.int(0, 2) === 0 ? {} : { currency: rng.pick(CURRENCIES) }),
})
