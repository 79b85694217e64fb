import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { WORLD_CITIES } from '../../../generate/pools/chain-cities.ts'
import { drawFigures } from '../../../generate/pools/figure-lists.ts'
import { drawSiteRecords } from '../../../generate/pools/site-records.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'

function drawRecords(rng: Rng): JsonObject {
  const { items, figure } = drawSiteRecords(rng)
  return { items, key: figure }
}

export const dataSort = definePhrases({
  tool: 'data_sort',
  ownValues: ['items', 'key'],
  draw: (rng) => ({
    ...rng.pick<(own: Rng) => JsonObject>([
      drawRecords,
      (own) => ({ items: drawFigures(own, 6, 8) }),
      (own) => ({ items: own.sample(WORLD_CITIES, own.int(6, 8)) }),
      (own) => ({ items: own.sample(WORLD_CITIES, own.int(6, 8)) }),
    ])(rng),
    ...(rng.int(0, 1) === 0 ? {} : { order: 'descending' }),
  }),
  asks: [
    'sort {items}[ by the field {key}][ in {order} order]',
    'put {items} in order[, with {key} as the field to sort by][, in {order} order]',
    'arrange {items}[ by {key}][ so that the order is {order}]',
    'bring these items into order[ by their field {key}][, {order}]: {items}',
  ],
  outputs: { '/sorted': 'list in its new order', '/count': 'number of items' },
  answers: [
    {
      at: [{ at: '/sorted', via: ['json'] }],
      gives: 'the sorted list as compact JSON, with no blanks between its parts',
    },
  ],
})
