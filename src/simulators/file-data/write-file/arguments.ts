import { drawPath } from '../../../generate/pools/file-parts.ts'
import { drawMessage } from '../../../generate/pools/message-parts.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ path: drawPath(rng), content: drawMessage(rng) })
