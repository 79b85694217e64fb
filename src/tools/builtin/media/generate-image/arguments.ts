import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawScene } from '../../../content/pools/picture-parts.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  prompt: drawScene(rng),
  ...(rng.int(0, 2) === 0 ? {} : { size: rng.pick(['256x256', '1024x1024']) }),
  ...(rng.int(0, 2) === 0 ? {} : { style: rng.pick(['illustration', 'abstract', 'sketch']) }),
})
