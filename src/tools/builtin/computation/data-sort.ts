import { refuse } from '../../../schema/tool-error.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import { compareCodePoints } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const isNumeric = (value: Json): value is boolean | number =>
  typeof value === 'number' || typeof value === 'boolean'

const describeKind = (value: Json): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  return isNumeric(value) ? 'number' : typeof value
}

/** Python's `==`: true equals 1, and values of different kinds are never equal. */
function areEqual(a: Json, b: Json): boolean {
  if (isNumeric(a) && isNumeric(b)) return Number(a) === Number(b)
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => areEqual(item, b[i] as Json))
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a)
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && areEqual(a[key] as Json, b[key] as Json))
    )
  }
  return a === b
}

/** Python's order: numbers with booleans, strings by code point, lists item by item; nothing else has one. */
function compare(a: Json, b: Json): number {
  if (isNumeric(a) && isNumeric(b)) return Number(a) - Number(b)
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b)
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const [left, right] = [a[i] as Json, b[i] as Json]
      if (!areEqual(left, right)) return compare(left, right)
    }
    return a.length - b.length
  }
  refuse('items', `have no common order: ${describeKind(a)} and ${describeKind(b)}`)
}

function sortValues(items: Json[], key: string | undefined): Json[] {
  if (key === undefined || key === '' || !isObject(items[0] ?? null)) return items
  return items.map((item) => {
    if (!isObject(item))
      refuse('items', `must all be objects to be sorted by a key, not ${describeKind(item)}`)
    return Object.hasOwn(item, key) ? (item[key] as Json) : 0
  })
}

export const dataSort = defineBuiltIn({
  effect: 'read',
  capability: 'transform-data',
  input: (z) => ({
    items: z.array(z.json()),
    order: z.enum(['ascending', 'descending']).default('ascending'),
    key: z.string().optional(),
  }),
  output: (z) => ({ sorted: z.array(z.json()), order: z.enum(['ascending', 'descending']), count: z.int() }),
  run({ items, order, key }) {
    const values = sortValues(items as Json[], key)
    const direction = order === 'descending' ? -1 : 1
    const sorted = items
      .map((item, i) => ({ item, value: values[i] as Json }))
      .sort((a, b) => direction * compare(a.value, b.value))
      .map(({ item }) => item)
    return { sorted, order, count: sorted.length }
  },
})
