import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dedupe } from '../../../../src/synthetic/dedupe/dedupe.ts'
import { readTools } from '../../../../src/synthetic/dedupe/read-tables.ts'
import { readToolRows } from '../../../../src/synthetic/tool-spec/tool-rows.ts'

const published = (tool_name: string, usage = 'Give the id.') => ({
  ...{ tool_name, tool_description: 'Finds an order.', usage },
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

const folderOf = (files: Record<string, unknown>): string => {
  const folder = join(mkdtempSync(join(tmpdir(), 'tool-rows-')), 'tools')
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files))
    writeFileSync(
      join(folder, name),
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    )
  return folder
}

describe('published tool files', () => {
  const folder = folderOf({
    'shop_tool_spec_1__Order_Finder.json': published('Order Finder'),
    'shop_tool_spec_2__Order_Finder.json': published('Order  finder', 'Another.'),
    'shop_tool_spec_2__Order_Query.json': published('Order Query'),
    'bank_tool_spec_3__Order_Finder.json': published('Order Finder'),
    'readme.txt': 'no tool',
  })

  it('are read from a folder, with ids and fields by their names', () => {
    const rows = readToolRows(folder)
    expect(rows.map(({ field }) => field)).toEqual(['bank', 'shop', 'shop', 'shop'])
    expect(rows[1]?.tool).toMatchObject({ id: 'shop_tool_spec_1__Order_Finder', name: 'Order Finder' })
    expect(rows[1]?.tool.parameters[1]).toMatchObject({ default: null, items: { type: 'string' } })
  })

  it('are deduplicated as they are, one JSON file each or one a line', () => {
    const { tools } = readTools(folder)
    const dropped = [
      { id: 'shop_tool_spec_2__Order_Finder', because: 'exact-name', of: 'shop_tool_spec_1__Order_Finder' },
      { id: 'shop_tool_spec_2__Order_Query', because: 'exact-body', of: 'shop_tool_spec_1__Order_Finder' },
    ]
    expect(dedupe(tools, []).dropped).toEqual(dropped)
    const lines = readToolRows(folder).map(({ row }) => JSON.stringify(row))
    const file = join(folder, '..', 'tools.jsonl')
    writeFileSync(file, lines.join('\n'))
    expect(dedupe(readTools(file).tools, []).dropped).toEqual(dropped)
  })

  it.each([
    ['no tool', { 'a.json': { tool_name: 'A' } }, /a\.json: .*parameters/],
    ['no JSON', { 'b.json': '{' }, /b\.json: /],
    ['nothing', {}, /no JSON file/],
  ])('are refused by name where they hold %s', (_, files, cause) => {
    expect(() => readToolRows(folderOf(files as Record<string, unknown>))).toThrow(cause)
  })
})
