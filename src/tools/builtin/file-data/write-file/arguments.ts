import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawPath } from '../../../content/pools/file-parts.ts'
import { drawMessage } from '../../../content/pools/message-parts.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ path: drawPath(rng), content: drawMessage(rng) })
