import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildPortableSchema } from '../../../../src/models/ask.ts'
import {
  buildToolLine,
  findToolProblems,
  generatedToolSchema,
  type ToolAnswer,
  toolAnswerSchema,
} from '../../../../src/synthetic/generate/tool-schema.ts'
import { parseToolRow } from '../../../../src/synthetic/tool-spec/read-published.ts'
import { RULE_KINDS } from '../../../../src/synthetic/tool-spec/rule.ts'
import { readRows } from '../../../support/json-lines.ts'
import { ERROR, RULES, toolAnswer } from './tool-answer.ts'

const problemsOf = (more: Partial<ToolAnswer>): string[] => findToolProblems(toolAnswer(more), 'Order Finder')
/** Parts of a tool that a model may get wrong, with what it is told. */
const ROWS = readRows<{ about: string; more: Partial<ToolAnswer>; problem: string }>(
  join(import.meta.dirname, 'tool-problems.jsonl'),
)
const whole = toolAnswer({ rules: [...RULES] })

describe('findToolProblems', () => {
  it('finds none in a sound tool with a rule of each kind', () => {
    expect(toolAnswerSchema.parse(whole)).toEqual(whole)
    expect(findToolProblems(whole, 'order finder')).toEqual([])
    expect(new Set(RULES.map(({ kind }) => kind))).toEqual(new Set(RULE_KINDS))
  })

  it.each<[string, object]>([
    ['a broken pattern', { kind: 'pattern', parameter: 'mode', pattern: '(', error: ERROR }],
    ['where it was read', { ...RULES[0], from: { source: 'usage', text: 'x' } }],
    ['a kind that does not exist', { kind: 'layout', parameter: 'mode', layout: 'XX', error: ERROR }],
  ])('is not asked about a rule with %s, which its form refuses', (_, rule) => {
    expect(toolAnswerSchema.safeParse({ ...whole, rules: [rule] }).success).toBe(false)
  })

  it.each(ROWS)('finds $about', ({ more, problem }) => {
    expect(problemsOf(more).join('\n')).toContain(problem)
  })
})

describe('buildToolLine', () => {
  const place = { id: 'shop__1__Order_Finder', field: 'shop', subfield: 'orders', task: 'find' }

  it('writes the published shape, without nulls, that reads back and that dedupe takes', () => {
    const line = buildToolLine(place, whole)
    const read = JSON.parse(JSON.stringify(line))
    expect(generatedToolSchema.parse(read)).toEqual(line)
    expect(parseToolRow(read)).toMatchObject({ field: 'shop', tool: { id: place.id, failureModes: [ERROR] } })
    expect(read.parameters[1]).toEqual({
      name: 'mode',
      type: 'string',
      required: false,
      default: 'fast',
      description: 'A value.',
    })
  })
})

it('a tool is asked for with closed objects, no oneOf and no const, as providers that hold to a schema want it', () => {
  const text = JSON.stringify(buildPortableSchema(toolAnswerSchema))
  expect(text).not.toMatch(/"(oneOf|const|\$schema)"/)
  expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
  let objects = 0
  JSON.parse(text, (_, value) => {
    if (value?.type === 'object' && value.properties !== undefined) {
      objects++
      expect(value.additionalProperties).toBe(false)
    }
    return value
  })
  // The tool, a parameter, an output, fourteen rules and a condition.
  expect(objects).toBe(18)
})
