import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { deriveStressTests } from '../../../../src/synthetic/audit/stress/derive.ts'
import type { Rule } from '../../../../src/synthetic/tool-spec/rule.ts'
import type { ToolSpec } from '../../../../src/synthetic/tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../../../../src/synthetic/toolkit/toolkit.ts'
import { findSchemaFailure, validateCall } from '../../../../src/synthetic/validate/validate.ts'
import { buildTool } from '../../../support/synthetic.ts'
import { depot } from './depot.ts'

const kit = (tool: ToolSpec, state: JsonObject = {}): SyntheticToolkit => ({
  version: 1,
  name: 'kit',
  tools: [tool],
  state,
  known: [],
})
const from = { source: 'failure' as const, text: 'said' }
const withRules = (tool: ToolSpec, ...rules: Rule[]): ToolSpec => ({ ...tool, rules })
const base = buildTool({
  a: 'string[]',
  b: 'string[]',
  low: 'number',
  high: 'number',
  mode: 'string',
  note: 'string?',
  other: 'string?',
  order_id: 'string',
  new_status: 'string',
})
const state: JsonObject = {
  orders: [
    { order_id: 'ORD001', status: 'open' },
    { order_id: 'ORD002', status: 'shipped' },
  ],
}

const bounds = { minimum: 2, maximum: 3, exclusiveMinimum: false, exclusiveMaximum: true, allow: [-1] }
/** A rule without where it is from, and the parameters that a call which breaks it has to blame. */
const RULES: [rule: object, parameters: string[]][] = [
  [{ kind: 'one_of', parameter: 'mode', values: ['x', 'y'], quantifier: 'every' }, ['mode']],
  [{ kind: 'range', parameter: 'low', ...bounds }, ['low']],
  [{ kind: 'length', parameter: 'mode', unit: 'words', maximum: 2 }, ['mode']],
  [{ kind: 'item_count', parameter: 'a', minimum: 3, maximum: 5 }, ['a']],
  [{ kind: 'non_empty', parameter: 'mode' }, ['mode']],
  [{ kind: 'format', parameter: 'mode', format: 'email' }, ['mode']],
  [{ kind: 'equal_length', parameters: ['a', 'b'] }, ['a', 'b']],
  [{ kind: 'required_if', parameter: 'note', when: { parameter: 'mode', values: ['x'] } }, ['note']],
  [{ kind: 'exclusive', parameters: ['note', 'other'] }, ['note', 'other']],
  [{ kind: 'any_of', parameters: ['note', 'other'] }, ['note', 'other']],
  [{ kind: 'ordering', lesser: 'low', greater: 'high', strict: true }, ['low', 'high']],
  [{ kind: 'exists', parameter: 'order_id' }, ['order_id']],
]

describe('deriveStressTests', () => {
  it.for(RULES)('breaks %j and nothing else', ([given, parameters]) => {
    const rule = { ...given, from } as Rule
    const { kind } = rule
    const tool = withRules(base, rule)
    for (let seed = 0; seed < 8; seed++) {
      const { tests, untested } = deriveStressTests(tool, kit(tool, state), seed)
      expect(untested).toEqual([])
      const broken = tests.filter(({ fault }) => fault === kind)
      expect(broken).toHaveLength(1)
      for (const { args, expected, kind: sort } of tests) {
        const verdict = validateCall({ tool: tool.id, args, state }, [tool])
        expect([verdict.status, verdict.code, args]).toEqual([expected.status, expected.code, args])
        if (sort === 'constraint') expect(findSchemaFailure(args, tool)).toBeUndefined()
      }
      const verdict = validateCall({ tool: tool.id, args: broken[0]?.args ?? null, state }, [tool])
      expect(verdict.rule).toBe(kind)
      expect(parameters).toContain(verdict.parameter)
    }
  })

  it('breaks the schema in four ways', () => {
    const [, , plan] = depot.tools
    if (plan === undefined) throw new Error('the depot has three tools')
    const { tests } = deriveStressTests(plan, depot)
    const schema = tests.filter(({ kind }) => kind === 'schema')
    expect(schema.map(({ fault }) => fault)).toEqual([
      'missing_parameter',
      'unknown_parameter',
      'type',
      'item_type',
    ])
    for (const { args } of schema) expect(findSchemaFailure(args, plan)).toBeDefined()
  })

  it('asks known calls as they are, with the known output', () => {
    const [, , plan] = depot.tools
    if (plan === undefined) throw new Error('the depot has three tools')
    const { tests } = deriveStressTests(plan, depot)
    const known = tests.filter(({ expected }) => expected.output !== undefined)
    expect(known.map(({ fault }) => fault)).toEqual(['known'])
  })

  it('sets a known call apart that does not fit its own tool', () => {
    const tool = buildTool({ a: 'string' })
    const known = [{ tool: tool.id, args: { a: 'x', tool_name: 'y' }, output: {} }]
    const { badKnown, tests } = deriveStressTests(tool, { ...kit(tool), known })
    expect(badKnown).toEqual(['Unknown parameter: tool_name.'])
    expect(tests.some(({ fault }) => fault === 'known')).toBe(false)
  })

  it('says which rules it cannot break', () => {
    const tool = withRules(buildTool({ order_id: 'string' }), { kind: 'exists', from, parameter: 'order_id' })
    expect(deriveStressTests(tool, kit(tool)).untested).toEqual([
      { rule: 'exists', parameters: ['order_id'] },
    ])
  })

  it('gives the same tests for the same seed, each with an id of its own', () => {
    for (const tool of depot.tools) {
      const { tests } = deriveStressTests(tool, depot, 5)
      expect(deriveStressTests(tool, depot, 5).tests).toEqual(tests)
      expect(new Set(tests.map(({ id }) => id)).size).toBe(tests.length)
    }
  })
})
