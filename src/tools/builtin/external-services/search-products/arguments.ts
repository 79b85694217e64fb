import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawShopQuery } from '../../../content/pools/shop-goods.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  query: drawShopQuery(rng),
  ...(rng.int(0, 1) === 0 ? {} : { max_results: rng.int(2, 4) }),
})
