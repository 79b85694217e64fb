import { describe, expect, it } from 'vitest'
import { readPublishedTool, readPublishedTools } from '../../../../src/synthetic/tool-spec/read-published.ts'

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

describe('a published tool', () => {
  it('of a list and of a file are the same', () => {
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

  it('names every bad line', () => {
    const text = `{\n${JSON.stringify(row)}\n${JSON.stringify({ ...row, usage: 'other' })}`
    expect(() => readPublishedTools(text, 't.jsonl')).toThrow(
      /t\.jsonl:1: [\s\S]*t\.jsonl:3: two different tools have the id "k1"/,
    )
  })

  it('without a tool is an error', () => {
    expect(() => readPublishedTools('\n', 't.jsonl')).toThrow(/is empty/)
  })
})
