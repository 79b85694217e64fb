import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawFigures } from '../../../content/pools/figure-lists.ts'
import { drawStock } from '../../../content/pools/stock-lists.ts'

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

export const drawArguments = (rng: Rng): JsonObject =>
  rng.pick([drawWordFilter, drawExclusion, drawLimit])(rng)
