import type { DedupeTool, SimilarityEdge } from '../../../../src/synthetic/dedupe/dedupe-tool.ts'
import type { ToolLine } from '../../../../src/synthetic/dedupe/tool-text.ts'

/** A tool of which only what a table tells is known. */
export const row = (id: string, name = id, field = 'shop'): DedupeTool => ({
  id,
  field,
  name,
  body: undefined,
  text: undefined,
  words: undefined,
})

export const edge = (a: number, b: number, weight: number): SimilarityEdge => ({ a, b, weight })

/** A whole tool. */
export const toolLine = (more: Partial<ToolLine> = {}): ToolLine => ({
  id: 't1',
  field: 'shop',
  name: 'Order Finder',
  description: 'Finds an order.',
  parameters: [{ name: 'order_id', type: 'string', required: true, description: 'Which order.' }],
  usage: 'Give the id.',
  errors: ['Unknown order: there is none.'],
  outputs: [{ name: 'total', type: 'number', description: 'What it costs.' }],
  ...more,
})
