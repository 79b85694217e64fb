import { drawHtmlPage } from '../../../content/pools/html-pages.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'

export const drawArguments = (rng: Rng): JsonObject => ({ html: drawHtmlPage(rng) })
