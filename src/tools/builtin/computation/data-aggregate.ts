import { append } from '@hyperjump/json-pointer'
import { field } from '../../../schema/semantic.ts'
import { unprocessable } from '../../../schema/tool-error.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import { toFloat, withFloats } from '../../../shared/python/float.ts'
import { round, sum } from '../../../shared/python/number.ts'
import { str } from '../../../shared/python/repr.ts'
import { drawSiteRecords } from '../../content/pools/records.ts'
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
  name: 'data_aggregate',
  category: 'computation',
  effect: 'read',
  capability: 'compute',
  description:
    'Groups objects by one of their fields and gives the sum, average, count, smallest or largest value of another field for each group; sums and averages to 4 decimals. Objects that lack either field, and items that are no objects, are left out of the groups. For the figures of one plain list of numbers use statistical_analysis.',
  input: (z) => ({
    items: field(
      z.array(z.json()),
      'records',
      'Objects to group, for example [{"team": "ops", "cost": 3}, {"team": "ops", "cost": 4.5}].',
    ),
    group_by: field(
      z.string(),
      'key',
      'Field whose value names the group; 1 and "1" are one group, 1.0 another.',
    ),
    value_field: field(z.string(), 'key', 'Field to aggregate: numbers, or texts that are numbers.'),
    operation: field(z.enum(OPERATIONS).default('sum'), 'enum', 'Figure wanted of each group.'),
  }),
  output: (z) => ({
    operation: field(z.enum(OPERATIONS), 'enum', 'Figure that was computed.'),
    group_by: field(z.string(), 'key', 'Field that names the group.'),
    value_field: field(z.string(), 'key', 'Field that was aggregated.'),
    groups: field(z.record(z.string(), z.number()), 'json', 'The figure of each group, by its name.'),
    total_records: field(z.int(), 'count', 'Number of items, with those left out.'),
    total_groups: field(z.int(), 'count', 'Number of groups.'),
  }),
  run({ items, group_by, value_field, operation }, _world, call) {
    // A Map keeps the order of names such as "10" and takes "__proto__" as a name.
    const groups = new Map<string, number[]>()
    for (const [i, item] of (items as Json[]).entries()) {
      if (!isObject(item) || !Object.hasOwn(item, group_by) || !Object.hasOwn(item, value_field)) continue
      const name = str(withFloats(item[group_by] as Json, call.floats, append(group_by, `/items/${i}`)))
      const value = toFloat(item[value_field] as Json)
      if (value === undefined) {
        throw unprocessable('items', `item ${i} of "items" has no number in its "value_field"`)
      }
      const values = groups.get(name)
      if (values === undefined) groups.set(name, [value])
      else values.push(value)
    }
    const figures = [...groups].map(([name, values]) => [name, AGGREGATES[operation](values)] as const)
    if (!figures.every(([, figure]) => Number.isFinite(figure))) {
      throw unprocessable('items', `the ${operation} of a group of "items" is not a finite number`)
    }
    return {
      operation,
      group_by,
      value_field,
      groups: Object.fromEntries(figures),
      total_records: items.length,
      total_groups: groups.size,
    }
  },
  drawArguments(rng) {
    const { items, side, figure } = drawSiteRecords(rng)
    return {
      items,
      group_by: side,
      value_field: figure,
      ...(rng.int(0, 1) === 0 ? {} : { operation: 'average' }),
    }
  },
})
