import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawSwap } from '../../../content/pools/swap-sentences.ts'

export const drawArguments: (rng: Rng) => JsonObject = drawSwap
