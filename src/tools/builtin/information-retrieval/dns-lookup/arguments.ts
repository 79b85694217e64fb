import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawDomain, drawHost } from '../../../content/pools/url-parts.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ domain: rng.pick([drawDomain, drawHost])(rng) })
