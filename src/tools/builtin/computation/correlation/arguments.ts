import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawPairedSeries } from '../../../content/pools/paired-series.ts'

export const drawArguments: (rng: Rng) => JsonObject = drawPairedSeries
