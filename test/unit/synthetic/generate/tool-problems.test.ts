import { describe, expect, it } from 'vitest'
import { portableSchema } from '../../../../src/models/portable-schema.ts'
import type { WrittenRule } from '../../../../src/synthetic/generate/rule-schema.ts'
import {
  generatedToolSchema,
  type ToolAnswer,
  toolAnswerSchema,
  toolLineOf,
  toolProblems,
} from '../../../../src/synthetic/generate/tool-schema.ts'
import { toolRowOf } from '../../../../src/synthetic/tool-spec/read-published.ts'
import { RULE_KINDS } from '../../../../src/synthetic/tool-spec/rule.ts'
import { ERROR, parameter, RULES, toolAnswer } from './tool-answer.ts'

const problemsOf = (more: Partial<ToolAnswer>): string[] => toolProblems(toolAnswer(more), 'Order Finder')
const whole = toolAnswer({ rules: [...RULES] })

describe('toolProblems', () => {
  it('finds none in a sound tool with a rule of each kind', () => {
    expect(toolAnswerSchema.parse(whole)).toEqual(whole)
    expect(toolProblems(whole, 'order finder')).toEqual([])
    expect(new Set(RULES.map(({ kind }) => kind))).toEqual(new Set(RULE_KINDS))
  })

  it.each<[string, object]>([
    ['a broken pattern', { kind: 'pattern', parameter: 'mode', pattern: '(', error: ERROR }],
    ['a bound left out', { kind: 'item_count', parameter: 'names', minimum: 1, error: ERROR }],
    ['where it was read', { ...RULES[0], from: { source: 'usage', text: 'x' } }],
    ['a kind that does not exist', { kind: 'layout', parameter: 'mode', layout: 'XX', error: ERROR }],
  ])('is not asked about a rule with %s, which its form refuses', (_, rule) => {
    expect(toolAnswerSchema.safeParse({ ...whole, rules: [rule] }).success).toBe(false)
  })

  it.each<[string, Partial<ToolAnswer>, string]>([
    ['another name', { name: 'Order Seeker' }, 'is called "Order Seeker"'],
    [
      'a parameter twice',
      { parameters: [parameter('order_id'), parameter('order_id')] },
      'parameters are called "order_id"',
    ],
    [
      'an array without items',
      { parameters: [parameter('order_id', { type: 'array' })] },
      'items is the type',
    ],
    ['items of a text', { parameters: [parameter('order_id', { items: 'string' })] }, 'items is the type'],
    [
      'a default of a required one',
      { parameters: [parameter('order_id', { required: true, default: 'x' })] },
      'is required and has a default',
    ],
    [
      'the text None for a number',
      { parameters: [parameter('order_id', { type: 'number', default: 'None' })] },
      'the default "None" of "order_id" is not of the type number',
    ],
    [
      'a broken number',
      { parameters: [parameter('order_id', { type: 'integer', default: 1.5 })] },
      'not of the type integer',
    ],
    [
      'items of another type',
      { parameters: [parameter('order_id', { type: 'array', items: 'integer', default: ['x'] })] },
      'not of the type array of integer',
    ],
    [
      'consumption by no parameter',
      { consumes: [{ parameter: 'x', data: 'id' }] },
      'consumes names the parameter "x"',
    ],
    ['production by no output', { produces: [{ output: 'x', data: 'id' }] }, 'produces names the output "x"'],
  ])('finds %s', (_, more, problem) => {
    expect(problemsOf(more).join('\n')).toContain(problem)
  })

  const range = { exclusiveMinimum: false, exclusiveMaximum: false, error: ERROR }
  it.each<[string, WrittenRule, string]>([
    [
      'an unknown parameter',
      { kind: 'exists', parameter: 'x', collection: 'c', key: 'id', error: ERROR },
      'names the parameter "x"',
    ],
    ['an error of its own', { ...RULES[0]!, error: 'Else: what.' }, 'word for word'],
    [
      'a list of another type',
      { kind: 'one_of', parameter: 'low', values: ['a'], error: ERROR },
      'not of the type integer',
    ],
    [
      'a list without the default',
      { kind: 'one_of', parameter: 'mode', values: ['full'], error: ERROR },
      'does not list the default "fast"',
    ],
    [
      'a range of texts',
      { kind: 'range', parameter: 'mode', minimum: 0, maximum: 1, ...range },
      'holds no numbers',
    ],
    [
      'a range without bounds',
      { kind: 'range', parameter: 'low', minimum: null, maximum: null, ...range },
      'neither minimum nor maximum',
    ],
    [
      'a range upside down',
      { kind: 'range', parameter: 'low', minimum: 2, maximum: 1, ...range },
      'minimum above its maximum',
    ],
    [
      'the length of a number',
      { kind: 'length', parameter: 'low', unit: 'words', minimum: 1, maximum: null, error: ERROR },
      'holds no strings',
    ],
    [
      'items of a text that are counted',
      { kind: 'item_count', parameter: 'mode', minimum: 2, maximum: null, error: ERROR },
      'is not an array',
    ],
    [
      'a format of numbers',
      { kind: 'format', parameter: 'sizes', format: 'date', error: ERROR },
      'holds no strings',
    ],
    [
      'a pattern of numbers',
      { kind: 'pattern', parameter: 'low', pattern: '1+', error: ERROR },
      'no strings',
    ],
    [
      'lengths of texts',
      { kind: 'equal_length', parameters: ['names', 'mode'], error: ERROR },
      'is not an array',
    ],
    [
      'one list with itself',
      { kind: 'equal_length', parameters: ['names', 'names'], error: ERROR },
      'names a parameter twice',
    ],
    [
      'a condition of what is required',
      {
        kind: 'required_if',
        parameter: 'order_id',
        when: { parameter: 'mode', values: null },
        error: ERROR,
      },
      'required anyhow',
    ],
    [
      'exclusion of what is required',
      { kind: 'exclusive', parameters: ['order_id', 'note'], error: ERROR },
      'is required',
    ],
    [
      'an order of text and number',
      { kind: 'ordering', lesser: 'mode', greater: 'low', strict: false, error: ERROR },
      'compares string with integer',
    ],
  ])('finds a rule with %s', (_, rule, problem) => {
    expect(problemsOf({ rules: [rule] }).join('\n')).toContain(problem)
  })
})

describe('toolLineOf', () => {
  const place = { id: 'shop__1__Order_Finder', field: 'shop', subfield: 'orders', task: 'find' }

  it('writes the published shape, without nulls, that reads back and that dedupe takes', () => {
    const line = toolLineOf(place, whole)
    const read = JSON.parse(JSON.stringify(line))
    expect(generatedToolSchema.parse(read)).toEqual(line)
    expect(toolRowOf(read)).toMatchObject({ field: 'shop', tool: { id: place.id, failureModes: [ERROR] } })
    expect(read.parameters[1]).toEqual({
      name: 'mode',
      type: 'string',
      required: false,
      default: 'fast',
      description: 'A value.',
    })
  })
})

describe('portableSchema', () => {
  it('has every property required, no oneOf and no const, as providers that hold to a schema want it', () => {
    const text = JSON.stringify(portableSchema(toolAnswerSchema))
    expect(text).not.toMatch(/"(oneOf|const|\$schema)"/)
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
    let objects = 0
    JSON.parse(text, (_, value) => {
      if (value?.type === 'object' && value.properties !== undefined) {
        objects++
        expect(value.required).toEqual(Object.keys(value.properties))
        expect(value.additionalProperties).toBe(false)
      }
      return value
    })
    // The tool, a parameter, an output, fourteen rules, a condition, and two kinds of data.
    expect(objects).toBe(20)
  })
})
