import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawHeadlines } from '../../../content/pools/headlines.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  text: drawHeadlines(rng),
  ...(rng.int(0, 2) === 0 ? {} : { max_keywords: rng.pick([2, 3, 4, 6, 7, 8]) }),
})
