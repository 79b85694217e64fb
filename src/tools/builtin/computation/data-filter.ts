import { createUnprocessableError, refuse } from '../../../schema/tool-error.ts'
import type { Json } from '../../../shared/json.ts'
import { markFloats, toFloat } from '../../../shared/python/float.ts'
import { formatPythonStr } from '../../../shared/python/repr.ts'
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
type FilterCondition = (typeof CONDITIONS)[number]

type Test = (item: string, value: string) => boolean

const OF_TEXTS: Record<Exclude<FilterCondition, 'greater_than' | 'less_than'>, Test> = {
  equals: (item, value) => item === value,
  not_equals: (item, value) => item !== value,
  contains: (item, value) => item.toLowerCase().includes(value.toLowerCase()),
  starts_with: (item, value) => item.toLowerCase().startsWith(value.toLowerCase()),
  ends_with: (item, value) => item.toLowerCase().endsWith(value.toLowerCase()),
}

/** What decides whether the item at an index stays. */
function createTest(
  condition: FilterCondition,
  value: string,
  textOf: (item: Json, index: number) => string,
): (item: Json, index: number) => boolean {
  if (condition !== 'greater_than' && condition !== 'less_than')
    return (item, i) => OF_TEXTS[condition](textOf(item, i), value)
  const limit = toFloat(value)
  return (item, i) => {
    const number = toFloat(item)
    if (number === undefined) throw createUnprocessableError('items', `item ${i} of "items" is not a number`)
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
    const formatItem = (item: Json, i: number): string =>
      formatPythonStr(markFloats(item, call.floats, `/items/${i}`))
    const filtered = (items as Json[]).filter(createTest(condition, value, formatItem))
    return { filtered, count: filtered.length, original_count: items.length, condition, value }
  },
})
