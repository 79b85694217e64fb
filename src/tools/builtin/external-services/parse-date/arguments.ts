import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawWrittenDate } from '../../../content/pools/written-dates.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ date_string: drawWrittenDate(rng) })
