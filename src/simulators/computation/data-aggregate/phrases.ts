import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawSiteRecords } from '../../../generate/pools/site-records.ts'

export const dataAggregate = definePhrases({
  tool: 'data_aggregate',
  ownValues: ['items', 'group_by', 'value_field'],
  draw(rng) {
    const { items, side, figure } = drawSiteRecords(rng)
    return {
      items,
      group_by: side,
      value_field: figure,
      ...(rng.int(0, 1) === 0 ? {} : { operation: 'average' }),
    }
  },
  asks: [
    'group the records {items} by the field {group_by} and aggregate the field {value_field} of each group, with default settings[ except for the operation, which is {operation}]',
    'aggregate {value_field} by {group_by} over these records: {items}[; the operation is {operation}]; leave all other settings alone',
    'take {items}, form a group for each value of {group_by}, and aggregate {value_field} within it[ by the operation {operation}], changing no other setting',
    'leave the settings at their defaults[ but for {operation} as the operation], and aggregate the field {value_field} of {items} with {group_by} as the field to group by',
  ],
  outputs: {
    '/groups/north': 'figure of the group north',
    '/groups/south': 'figure of the group south',
    '/total_groups': 'number of groups',
    '/total_records': 'number of records',
  },
  answers: [
    {
      at: ['/groups/north', '/groups/south', '/groups/east'],
      gives: 'the figures of the groups north, south and east, in this order and unrounded',
    },
  ],
})
