import type { WrittenRule } from '../../../../src/synthetic/generate/rule-schema.ts'
import type { ToolAnswer } from '../../../../src/synthetic/generate/tool-schema.ts'

export const ERROR = 'Bad call: repair it.'

type Parameter = ToolAnswer['parameters'][number]

const parameter = (name: string, more: Partial<Parameter> = {}): Parameter => ({
  name,
  type: 'string',
  items: null,
  required: false,
  default: null,
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
  outputs: [{ name: 'total', type: 'number', items: null, description: 'What it costs.' }],
  rules: [],
  consumes: [{ parameter: 'order_id', data: 'order id' }],
  produces: [{ output: 'total', data: 'amount' }],
  ...more,
})

/** One rule of each kind that fits that tool. */
export const RULES: readonly WrittenRule[] = [
  { kind: 'one_of', parameter: 'mode', values: ['fast', 'full'], error: ERROR },
  {
    kind: 'range',
    parameter: 'low',
    minimum: 0,
    maximum: null,
    exclusiveMinimum: false,
    exclusiveMaximum: false,
    error: ERROR,
  },
  { kind: 'length', parameter: 'note', unit: 'words', minimum: null, maximum: 5, error: ERROR },
  { kind: 'item_count', parameter: 'names', minimum: 1, maximum: 5, error: ERROR },
  { kind: 'non_empty', parameter: 'sizes', error: ERROR },
  { kind: 'format', parameter: 'note', format: 'json', error: ERROR },
  { kind: 'pattern', parameter: 'order_id', pattern: '^ORD\\d+$', error: ERROR },
  { kind: 'equal_length', parameters: ['names', 'sizes'], error: ERROR },
  { kind: 'required_if', parameter: 'note', when: { parameter: 'mode', values: ['full'] }, error: ERROR },
  { kind: 'exclusive', parameters: ['note', 'names'], error: ERROR },
  { kind: 'any_of', parameters: ['note', 'names'], error: ERROR },
  { kind: 'ordering', lesser: 'low', greater: 'high', strict: true, error: ERROR },
  { kind: 'exists', parameter: 'order_id', collection: 'orders', key: 'id', error: ERROR },
  {
    kind: 'record_field',
    parameter: 'order_id',
    collection: 'orders',
    key: 'id',
    field: 'status',
    values: ['open'],
    error: ERROR,
  },
]
