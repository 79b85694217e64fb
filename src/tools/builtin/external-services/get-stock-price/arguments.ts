import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { SHARE_SYMBOLS } from '../../../content/pools/share-symbols.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ symbol: rng.pick(SHARE_SYMBOLS) })
