import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dedupe, dedupeToolOf } from '../../../../src/synthetic/dedupe/dedupe.ts'
import { readToolRows } from '../../../../src/synthetic/tool-spec/read-published.ts'
import { jsonLines } from '../../../support/json-lines.ts'

const published = (id: string, tool_name: string, usage = 'Give the id.') => ({
  ...{ id, tool_name, tool_description: 'Finds an order.', usage },
  parameters: {
    order_id: { type: 'string', required: true, description: 'Which order.' },
    tags: {
      type: 'array',
      items: { type: 'string' },
      required: false,
      default: 'None',
      description: 'Tags.',
    },
  },
  error_messages: ['Unknown order: there is none.'],
  output_details: { total: { type: 'number', description: 'What it costs.' } },
})

describe('published tools, one a line', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tool-rows-')), 'tools.jsonl')
  writeFileSync(
    file,
    jsonLines([
      published('bank_tool_spec_3__Order_Finder', 'Order Finder'),
      published('shop_tool_spec_1__Order_Finder', 'Order Finder'),
      published('shop_tool_spec_2__Order_Finder', 'Order  finder', 'Another.'),
      published('shop_tool_spec_2__Order_Query', 'Order Query'),
    ]),
  )

  it('are read with fields by their ids', () => {
    const rows = readToolRows(file)
    expect(rows.map(({ field }) => field)).toEqual(['bank', 'shop', 'shop', 'shop'])
    expect(rows[1]?.tool).toMatchObject({ id: 'shop_tool_spec_1__Order_Finder', name: 'Order Finder' })
    expect(rows[1]?.tool.parameters[1]).toMatchObject({ default: null, items: { type: 'string' } })
  })

  it('are deduplicated as they are', () => {
    expect(dedupe(readToolRows(file).map(dedupeToolOf), []).dropped).toEqual([
      { id: 'shop_tool_spec_2__Order_Finder', because: 'exact-name', of: 'shop_tool_spec_1__Order_Finder' },
      { id: 'shop_tool_spec_2__Order_Query', because: 'exact-body', of: 'shop_tool_spec_1__Order_Finder' },
    ])
  })
})
