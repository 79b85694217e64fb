import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawFigures } from '../../../generate/pools/figure-lists.ts'
import { drawStock } from '../../../generate/pools/stock-lists.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'

const CONDITIONS = { start: 'starts_with', middle: 'contains', end: 'ends_with' } as const

function drawWordFilter(rng: Rng): JsonObject {
  const { items, trait } = drawStock(rng)
  return { items, condition: CONDITIONS[trait.place], value: trait.word }
}

/** Names with one of them in two places, to be left out. */
function drawExclusion(rng: Rng): JsonObject {
  const { items } = drawStock(rng)
  const value = rng.pick(items)
  const at = items.indexOf(value)
  return { items: items.toSpliced((at + 2) % items.length, 0, value), condition: 'not_equals', value }
}

/** Figures with a limit that two of them or more are beyond. */
function drawLimit(rng: Rng): JsonObject {
  const items = drawFigures(rng, 6, 9)
  const kept = rng.int(2, 4)
  const inOrder = items.toSorted((a, b) => a - b)
  const [condition, at] =
    rng.int(0, 1) === 0 ? ['less_than', kept] : ['greater_than', items.length - kept - 1]
  return { items, condition: condition as string, value: String(inOrder[at as number]) }
}

export const dataFilter = definePhrases({
  tool: 'data_filter',
  ownValues: ['items', 'value'],
  draw: (rng) => rng.pick([drawWordFilter, drawExclusion, drawLimit])(rng),
  asks: [
    'filter the list {items} by the condition {condition} with the value {value}',
    'go through {items} and keep the items for which the condition {condition} holds against {value}',
    'reduce {items} to what meets the condition {condition}; the value to compare with is {value}',
    'apply a filter to {items} (condition: {condition}; value: {value})',
    'with {condition} as the condition and {value} as the value, pick the items to keep from {items}',
  ],
  outputs: { '/filtered': 'list of items kept', '/count': 'number of items kept' },
  answers: [
    {
      at: [{ at: '/filtered', via: [{ join: ' + ' }] }],
      gives: 'the items kept, in their order, with a blank, a plus sign and a blank between them',
    },
    {
      at: ['/count', { at: '/filtered', via: [{ join: ' / ' }] }],
      gives:
        'the number of items kept, then these items in their order, with a blank, a slash and a blank between them',
    },
  ],
})
