import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawJsonRecord } from '../../../content/pools/json-records.ts'

export const drawArguments: (rng: Rng) => JsonObject = drawJsonRecord
