import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawHtmlPage } from '../../../content/pools/html-pages.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ html: drawHtmlPage(rng) })
