import { append } from '@hyperjump/json-pointer'
import { createUnprocessableError } from '../../../schema/tool-error.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import { markFloats, toFloat } from '../../../shared/python/float.ts'
import { round, sum } from '../../../shared/python/number.ts'
import { formatPythonStr } from '../../../shared/python/repr.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const DECIMALS = 4
const OPERATIONS = ['sum', 'average', 'count', 'min', 'max'] as const

const AGGREGATES: Record<(typeof OPERATIONS)[number], (values: readonly number[]) => number> = {
  sum: (values) => round(sum(values), DECIMALS),
  average: (values) => round(sum(values) / values.length, DECIMALS),
  count: (values) => values.length,
  min: (values) => values.reduce((a, b) => Math.min(a, b)),
  max: (values) => values.reduce((a, b) => Math.max(a, b)),
}

export const dataAggregate = defineBuiltIn({
  effect: 'read',
  capability: 'compute',
  input: (z) => ({
    items: z.array(z.json()),
    group_by: z.string(),
    value_field: z.string(),
    operation: z.enum(OPERATIONS).default('sum'),
  }),
  output: (z) => ({
    operation: z.enum(OPERATIONS),
    group_by: z.string(),
    value_field: z.string(),
    groups: z.record(z.string(), z.number()),
    total_records: z.int(),
    total_groups: z.int(),
  }),
  run({ items, group_by, value_field, operation }, _world, call) {
    // A Map keeps the order of names such as "10" and takes "__proto__" as a name.
    const groups = new Map<string, number[]>()
    for (const [i, item] of (items as Json[]).entries()) {
      if (!isObject(item) || !Object.hasOwn(item, group_by) || !Object.hasOwn(item, value_field)) continue
      const name = formatPythonStr(
        markFloats(item[group_by] as Json, call.floats, append(group_by, `/items/${i}`)),
      )
      const value = toFloat(item[value_field] as Json)
      if (value === undefined) {
        throw createUnprocessableError('items', `item ${i} of "items" has no number in its "value_field"`)
      }
      const values = groups.get(name)
      if (values === undefined) groups.set(name, [value])
      else values.push(value)
    }
    const aggregates = [...groups].map(([name, values]) => [name, AGGREGATES[operation](values)] as const)
    if (!aggregates.every(([, aggregate]) => Number.isFinite(aggregate))) {
      throw createUnprocessableError('items', `the ${operation} of a group of "items" is not a finite number`)
    }
    return {
      operation,
      group_by,
      value_field,
      groups: Object.fromEntries(aggregates),
      total_records: items.length,
      total_groups: groups.size,
    }
  },
})
