import { refuse, unprocessable } from '../../../schema/tool-error.ts'
import type { Json } from '../../../shared/json.ts'
import { toFloat, withFloats } from '../../../shared/python/float.ts'
import { str } from '../../../shared/python/repr.ts'
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

type Test = (item: string, value: string) => boolean

const OF_TEXTS: Record<Exclude<Condition, 'greater_than' | 'less_than'>, Test> = {
  equals: (item, value) => item === value,
  not_equals: (item, value) => item !== value,
  contains: (item, value) => item.toLowerCase().includes(value.toLowerCase()),
  starts_with: (item, value) => item.toLowerCase().startsWith(value.toLowerCase()),
  ends_with: (item, value) => item.toLowerCase().endsWith(value.toLowerCase()),
}

/** What decides whether the item at an index stays. */
function testOf(
  condition: Condition,
  value: string,
  textOf: (item: Json, index: number) => string,
): (item: Json, index: number) => boolean {
  if (condition !== 'greater_than' && condition !== 'less_than')
    return (item, i) => OF_TEXTS[condition](textOf(item, i), value)
  const limit = toFloat(value)
  return (item, i) => {
    const number = toFloat(item)
    if (number === undefined) throw unprocessable('items', `item ${i} of "items" is not a number`)
    if (limit === undefined) refuse('value', `must be a number for "${condition}"`)
    return condition === 'greater_than' ? number > limit : number < limit
  }
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
})
