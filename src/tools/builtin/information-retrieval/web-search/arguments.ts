import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawSearch } from '../../../content/pools/searches.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  query: drawSearch(rng),
  ...(rng.int(0, 2) === 0 ? {} : { max_results: rng.pick([2, 3, 4, 6, 7, 8, 9]) }),
})
