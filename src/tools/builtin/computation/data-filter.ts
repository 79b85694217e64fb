import { refuse, unprocessable } from '../../../schema/tool-error.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import { toFloat, withFloats } from '../../../shared/python/float.ts'
import { str } from '../../../shared/python/repr.ts'
import type { Rng } from '../../../shared/rng.ts'
import { drawFigures } from '../../content/pools/numbers.ts'
import { drawStock } from '../../content/pools/records.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const CONDITIONS = [
  'greater_than',
  'less_than',
  'equals',
  'not_equals',
  'contains',
  'starts_with',
  'ends_with',
] as const
type Condition = (typeof CONDITIONS)[number]

const OF_NUMBERS = {
  greater_than: (item: number, value: number) => item > value,
  less_than: (item: number, value: number) => item < value,
}
const OF_TEXTS = {
  equals: (item: string, value: string) => item === value,
  not_equals: (item: string, value: string) => item !== value,
}
const OF_LOWER_CASE = {
  contains: (item: string, value: string) => item.includes(value),
  starts_with: (item: string, value: string) => item.startsWith(value),
  ends_with: (item: string, value: string) => item.endsWith(value),
}

/** What decides whether the item at an index stays. */
function testOf(
  condition: Condition,
  value: string,
  textOf: (item: Json, index: number) => string,
): (item: Json, index: number) => boolean {
  if (condition === 'equals' || condition === 'not_equals') {
    return (item, i) => OF_TEXTS[condition](textOf(item, i), value)
  }
  if (condition !== 'greater_than' && condition !== 'less_than') {
    const lower = value.toLowerCase()
    return (item, i) => OF_LOWER_CASE[condition](textOf(item, i).toLowerCase(), lower)
  }
  const limit = toFloat(value)
  return (item, i) => {
    const number = toFloat(item)
    if (number === undefined) throw unprocessable('items', `item ${i} of "items" is not a number`)
    if (limit === undefined) refuse('value', `must be a number for "${condition}"`)
    return OF_NUMBERS[condition](number, limit)
  }
}

const CONDITION_BY_PLACE = { start: 'starts_with', middle: 'contains', end: 'ends_with' } as const

function drawWordFilter(rng: Rng): JsonObject {
  const { items, trait } = drawStock(rng)
  return { items, condition: CONDITION_BY_PLACE[trait.place], value: trait.word }
}

/** Names with one of them in two places, to be left out. */
function drawExclusion(rng: Rng): JsonObject {
  const { items } = drawStock(rng)
  const value = rng.pick(items)
  const at = items.indexOf(value)
  return { items: items.toSpliced((at + 2) % items.length, 0, value), condition: 'not_equals', value }
}

/** Numbers with a limit that two of them or more are beyond. */
function drawLimit(rng: Rng): JsonObject {
  const items = drawFigures(rng, 6, 9)
  const kept = rng.int(2, 4)
  const inOrder = items.toSorted((a, b) => a - b)
  const [condition, at] =
    rng.int(0, 1) === 0 ? ['less_than', kept] : ['greater_than', items.length - kept - 1]
  return { items, condition: condition as string, value: String(inOrder[at as number]) }
}

export const dataFilter = defineBuiltIn({
  effect: 'read',
  capability: 'transform-data',
  input: (z) => ({ items: z.array(z.json()), condition: z.enum(CONDITIONS), value: z.string() }),
  output: (z) => ({
    filtered: z.array(z.json()),
    count: z.int(),
    original_count: z.int(),
    condition: z.enum(CONDITIONS),
    value: z.string(),
  }),
  run({ items, condition, value }, _world, call) {
    const textOf = (item: Json, i: number): string => str(withFloats(item, call.floats, `/items/${i}`))
    const filtered = (items as Json[]).filter(testOf(condition, value, textOf))
    return { filtered, count: filtered.length, original_count: items.length, condition, value }
  },
  drawArguments: (rng) => rng.pick([drawWordFilter, drawExclusion, drawLimit])(rng),
})
