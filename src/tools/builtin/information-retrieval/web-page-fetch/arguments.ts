import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawUrl } from '../../../content/pools/url-parts.ts'

/** Always for the summary: only leaves of one mode can be spoken of in every draw. */
export const drawArguments = (rng: Rng): JsonObject => ({ url: drawUrl(rng), extract_mode: 'summary' })
