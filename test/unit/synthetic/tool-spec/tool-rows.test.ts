import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dedupe } from '../../../../src/synthetic/dedupe/dedupe.ts'
import { readTools } from '../../../../src/synthetic/dedupe/read-tables.ts'
import { publishedFilesOf } from '../../../../src/synthetic/tool-spec/publish-tools.ts'
import { readToolRows, toolRowOf } from '../../../../src/synthetic/tool-spec/tool-rows.ts'
import { describeWithShared, sharedLines } from '../../../support/shared-data.ts'

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

  it('are written with the six keys, named by field, task and tool', () => {
    const row = { id: 'x', name: 'Kiln Booker!', field: 'Pottery Work', task: 'Book', description: 'Books.' }
    const parameters = [{ name: 'hours', type: 'integer', required: false, description: 'Hours', minimum: 1 }]
    const [file, other] = publishedFilesOf([
      toolRowOf({ ...row, parameters, errors: ['Late: it is late.'], usage: 'Say.', outputs: [] }),
      toolRowOf({ ...row, id: 'y', task: 'Clean', parameters: [] }),
    ])
    expect(file).toEqual({
      name: 'pottery_work_tool_spec_1__Kiln_Booker.json',
      content: {
        ...{ tool_name: 'Kiln Booker!', tool_description: 'Books.', usage: 'Say.' },
        parameters: {
          hours: { type: 'integer', required: false, description: 'Hours', minimum: 1, default: null },
        },
        error_messages: ['Late: it is late.'],
        output_details: {},
      },
    })
    expect(other?.name).toBe('pottery_work_tool_spec_2__Kiln_Booker.json')
    const twice = [row, { ...row, id: 'z' }].map((one) => toolRowOf({ ...one, parameters: [] }))
    expect(() => publishedFilesOf(twice)).toThrow(
      'z and x would both be pottery_work_tool_spec_1__Kiln_Booker.json',
    )
  })
})

describeWithShared('tools of the published list', 'synthtools', () => {
  it('come back from the published form as they went in', () => {
    const rows = sharedLines('synthtools/tools-sample.jsonl').map((line) => toolRowOf(JSON.parse(line)))
    const files = publishedFilesOf(rows)
    expect(files).toHaveLength(rows.length)
    for (const [i, { name, content }] of files.entries()) {
      expect(Object.keys(content).sort()).toEqual(
        ['error_messages', 'output_details', 'parameters', 'tool_description', 'tool_name', 'usage'].sort(),
      )
      const read = toolRowOf({ id: name.replace(/\.json$/, ''), ...content })
      expect({ ...read.tool, parameters: [] }).toEqual({ ...rows[i]?.tool, parameters: [] })
      expect(read.tool.parameters).toMatchObject(rows[i]?.tool.parameters ?? [])
      expect(read.field).toBe(rows[i]?.field)
    }
  })
})
