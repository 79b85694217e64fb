import type { WrittenRule } from '../../../../src/synthetic/generate/rule-schema.ts'
import type { ToolAnswer } from '../../../../src/synthetic/generate/tool-schema.ts'
import { readRows } from '../../../support/json-lines.ts'

export const ERROR = 'Bad call: repair it.'

type Parameter = ToolAnswer['parameters'][number]

const parameter = (name: string, more: Partial<Parameter> = {}): Parameter => ({
  name,
  type: 'string',
  required: false,
  description: 'A value.',
  ...more,
})

/** A tool without a fault: two texts, two numbers, two lists, and one required text. */
export const toolAnswer = (more: Partial<ToolAnswer> = {}): ToolAnswer => ({
  name: 'Order Finder',
  description: 'Finds an order.',
  parameters: [
    parameter('order_id', { required: true }),
    parameter('mode', { default: 'fast' }),
    parameter('note'),
    parameter('low', { type: 'integer', default: 1 }),
    parameter('high', { type: 'number' }),
    parameter('names', { type: 'array', items: 'string', default: ['x'] }),
    parameter('sizes', { type: 'array', items: 'integer' }),
  ],
  usage: 'Give the id.',
  errors: [ERROR],
  outputs: [{ name: 'total', type: 'number', description: 'What it costs.' }],
  rules: [],
  ...more,
})

/** One rule of each kind that fits that tool. */
export const RULES = readRows<WrittenRule>(new URL('rules.jsonl', import.meta.url))
