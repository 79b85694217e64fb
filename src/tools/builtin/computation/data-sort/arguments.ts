import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawFigures } from '../../../content/pools/figure-lists.ts'
import { WORLD_CITIES } from '../../../content/pools/places.ts'
import { drawSiteRecords } from '../../../content/pools/site-records.ts'

function drawRecords(rng: Rng): JsonObject {
  const { items, figure } = drawSiteRecords(rng)
  return { items, key: figure }
}

export const drawArguments = (rng: Rng): JsonObject => ({
  ...rng.pick<(own: Rng) => JsonObject>([
    drawRecords,
    (own) => ({ items: drawFigures(own, 6, 8) }),
    (own) => ({ items: own.sample(WORLD_CITIES, own.int(6, 8)) }),
    (own) => ({ items: own.sample(WORLD_CITIES, own.int(6, 8)) }),
  ])(rng),
  ...(rng.int(0, 1) === 0 ? {} : { order: 'descending' }),
})
