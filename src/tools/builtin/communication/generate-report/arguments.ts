import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { METRICS } from '../../../content/pools/files.ts'
import { DOCUMENTS } from '../../../content/pools/titles.ts'

const drawFigure = (rng: Rng): number => (rng.int(0, 1) === 0 ? rng.int(12, 4800) : rng.decimal(12, 980, 1))

export const drawArguments = (rng: Rng): JsonObject => ({
  title: rng.pick(DOCUMENTS),
  data: JSON.stringify(
    Object.fromEntries(rng.sample(METRICS, rng.int(2, 5)).map((name) => [name, drawFigure(rng)])),
  ),
  format: rng.pick(['text', 'markdown', 'html']),
})
