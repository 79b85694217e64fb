import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawUrl } from '../../../content/pools/url-parts.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ url: drawUrl(rng) })
