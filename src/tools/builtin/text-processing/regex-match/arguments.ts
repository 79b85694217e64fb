import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawCodeText } from '../../../content/pools/code-texts.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  ...drawCodeText(rng),
  ...(rng.int(0, 1) === 0 ? {} : { return_all: true }),
})
