import { drawPairedSeries } from '../../../content/pools/paired-series.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'

export const drawArguments: (rng: Rng) => JsonObject = drawPairedSeries
