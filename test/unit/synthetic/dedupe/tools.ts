import type { JsonObject } from '../../../../src/shared/json.ts'
import {
  buildDedupeTool,
  type DedupeTool,
  type SimilarityEdge,
} from '../../../../src/synthetic/dedupe/dedupe.ts'
import { parseToolRow } from '../../../../src/synthetic/tool-spec/read-published.ts'

/** A tool of which only id, name and field are known. */
export const row = (id: string, name = id, field = 'shop'): DedupeTool => ({
  id,
  field,
  name,
  body: '',
  text: '',
  words: '',
})

export const edge = (a: number, b: number, weight: number): SimilarityEdge => ({ a, b, weight })

/** A tool that is known as a whole. */
export const whole = (line: JsonObject): DedupeTool => buildDedupeTool(parseToolRow(line))

export const PARAMETER = { name: 'order_id', type: 'string', required: true, description: 'Which order.' }

/** A line of a whole tool. */
export const toolLine = (more: JsonObject = {}): JsonObject => ({
  id: 't1',
  field: 'shop',
  name: 'Order Finder',
  description: 'Finds an order.',
  parameters: [PARAMETER],
  usage: 'Give the id.',
  errors: ['Unknown order: there is none.'],
  outputs: [{ name: 'total', type: 'number', description: 'What it costs.' }],
  ...more,
})
