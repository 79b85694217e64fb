import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawLinkedContent } from '../../../content/pools/html-pages.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ content: drawLinkedContent(rng) })
