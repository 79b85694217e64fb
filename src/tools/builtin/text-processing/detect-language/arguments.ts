import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { FOREIGN_TEXTS } from '../../../content/pools/foreign-texts.ts'

const SENTENCES = Object.values(FOREIGN_TEXTS)

export const drawArguments = (rng: Rng): JsonObject => ({
  text: rng.sample(rng.pick(SENTENCES), rng.int(1, 3)).join(' '),
})
