import { describe, expect, it } from 'vitest'
import { buildDedupeTool, dedupe } from '../../../../src/synthetic/dedupe/dedupe.ts'
import { readPublishedTool, readPublishedTools } from '../../../../src/synthetic/tool-spec/read-published.ts'
import { formatJsonLines } from '../../../support/json-lines.ts'

const row = {
  id: 'k1',
  name: 'Kiln',
  description: 'd',
  usage: 'u',
  errors: ['A: b'],
  parameters: [
    { name: 'heat', type: 'number', required: true, description: 'Heat', minimum: 0 },
    { name: 'pots', type: 'array', items: 'string', required: false, description: 'Pots', default: 'None' },
  ],
  outputs: [{ name: 'ok', type: 'boolean', description: 'o' }],
}

/** The same tool as a published file holds it. */
const file = {
  id: 'k1',
  tool_name: 'Kiln',
  tool_description: 'd',
  usage: 'u',
  error_messages: ['A: b'],
  parameters: {
    heat: { type: 'number', required: true, description: 'Heat', minimum: 0 },
    pots: { type: 'list', items: { type: 'str' }, required: false, description: 'Pots', default: null },
  },
  output_details: { ok: { type: 'bool', description: 'o' } },
}

describe('a published tool', () => {
  it('of a list and of a file are the same', () => {
    expect(readPublishedTool(file)).toEqual(readPublishedTool(row))
  })

  it('that writes "None" for no default has null', () => {
    expect(readPublishedTool(row).parameters[1]?.default).toBeNull()
  })

  it('is named by its name where it has no id', () => {
    const { id: _, ...rest } = row
    expect(readPublishedTool(rest).id).toBe('Kiln')
  })

  it.each([
    [{ ...row, parameters: [{ name: 'x', type: 'blob', required: true }] }, /^parameters/],
    [{ ...row, name: '' }, /^name: /],
    [{}, /^name: /],
    [[], /expected object, received array/],
    ['text', /expected object, received string/],
  ])('of unknown form is an error %#', (bad, problem) => {
    expect(() => readPublishedTool(bad)).toThrow(problem)
  })
})

describe('a file of tools', () => {
  it('is read line by line, the same line once', () => {
    const text = `${JSON.stringify(row)}\n\n${JSON.stringify(row)}\n${JSON.stringify({ ...row, id: 'k2' })}\n`
    expect(readPublishedTools(text, 't.jsonl').map(({ tool }) => tool.id)).toEqual(['k1', 'k2'])
  })

  it('names a bad line', () => {
    const text = `${JSON.stringify(row)}\n${JSON.stringify({ ...row, usage: 'other' })}`
    expect(() => readPublishedTools(text, 't.jsonl')).toThrow(
      'Failed to read t.jsonl:2: two different tools have the id "k1".',
    )
  })

  it('has fields by published ids, and is deduplicated as it is', () => {
    const lines = [
      { ...file, id: 'bank_tool_spec_3__Kiln' },
      { ...file, id: 'shop_tool_spec_1__Kiln' },
      { ...file, id: 'shop_tool_spec_2__Kiln', tool_name: ' kiln', usage: 'Another.' },
      { ...file, id: 'shop_tool_spec_2__Oven', tool_name: 'Oven' },
    ]
    const rows = readPublishedTools(formatJsonLines(lines), 't.jsonl')
    expect(rows.map(({ field }) => field)).toEqual(['bank', 'shop', 'shop', 'shop'])
    expect(dedupe(rows.map(buildDedupeTool), []).dropped).toEqual([
      { id: 'shop_tool_spec_2__Kiln', because: 'exact-name', of: 'shop_tool_spec_1__Kiln' },
      { id: 'shop_tool_spec_2__Oven', because: 'exact-body', of: 'shop_tool_spec_1__Kiln' },
    ])
  })

  it('without a tool is an error', () => {
    expect(() => readPublishedTools('\n', 't.jsonl')).toThrow(/it is empty/)
  })
})
