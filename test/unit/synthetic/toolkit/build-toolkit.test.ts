import { describe, expect, it } from 'vitest'
import { buildToolLine } from '../../../../src/synthetic/generate/tool-schema.ts'
import { respond } from '../../../../src/synthetic/simulate/respond.ts'
import { buildToolkit } from '../../../../src/synthetic/toolkit/build-toolkit.ts'
import { syntheticToolkitSchema } from '../../../../src/synthetic/toolkit/toolkit.ts'
import { World } from '../../../../src/tools/world/world.ts'
import { ERROR, RULES, toolAnswer } from '../generate/tool-answer.ts'

const place = { id: 'orders_1', field: 'retail', subfield: 'orders', task: 'Find orders' }
const row = {
  ...buildToolLine(place, toolAnswer({ rules: [...RULES] })),
  effect: 'idempotent-write',
  handler: {
    collection: 'orders',
    action: 'update',
    match: [{ parameter: 'order_id', field: 'id' }],
    one: true,
    set: [{ field: 'status', to: { value: 'sent' } }],
    outputs: [{ output: 'total', from: { field: 'total' } }],
  },
}
const state = JSON.stringify({
  orders: [
    { id: 'ORD1', status: 'open', total: 12.5 },
    { id: 'ORD2', status: 'sent', total: 8 },
  ],
})
const file = (name: string, ...rows: unknown[]) => ({
  file: name,
  text: rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'),
})
const tools = file('tools.jsonl', row)
const build = (more: object = {}) =>
  buildToolkit({ name: 'orders', tools, state: { file: 'state.json', text: state }, ...more })

describe('toolkits out of files', () => {
  it('simulate generated tools by the rules that a model gave, and by effect and handler where a line has them', () => {
    const { toolkit } = build()
    expect(toolkit.tools[0]).toMatchObject({ effect: 'idempotent-write', handler: { collection: 'orders' } })
    const world = new World()
    const call = (args: object) =>
      respond({ tool: 'orders_1', args: args as Record<string, never> }, toolkit, world)
    expect(call({ order_id: 'ORD9' }).verdict).toMatchObject({ code: 404, message: ERROR, rule: 'exists' })
    expect(call({ order_id: 'ORD2' }).verdict).toMatchObject({ code: 400, rule: 'record_field' })
    expect(call({ order_id: 'X-1' }).verdict).toMatchObject({ rule: 'pattern', parameter: 'order_id' })
    expect(call({ order_id: 'ORD1', low: 5, high: 5 }).verdict.rule).toBe('ordering')
    expect(call({ order_id: 'ORD1', mode: 'slow' }).verdict).toMatchObject({ rule: 'one_of', message: ERROR })
    expect(call({ order_id: 'ORD1', mode: 'full' }).verdict.rule).toBe('required_if')
    expect(call({ order_id: 'ORD1', note: '1', names: ['b'] }).verdict.rule).toBe('exclusive')
    expect(call({ order_id: 'ORD1', note: 'a' }).verdict.rule).toBe('format')
    expect(call({ order_id: 'ORD1' })).toMatchObject({ output: { total: 12.5 }, origin: 'handler' })
    expect(call({ order_id: 'ORD1' }).verdict.rule).toBe('record_field')
  })

  it('read back as they were written', () => {
    const { toolkit } = build()
    expect(syntheticToolkitSchema.parse(JSON.parse(JSON.stringify(toolkit)))).toEqual(toolkit)
    const again = buildToolkit({
      name: 'orders',
      tools: file('t', ...toolkit.tools),
      state: file('s', state),
    })
    expect(again.toolkit.tools).toEqual(toolkit.tools)
  })

  it.for([
    ['no tools', { tools: file('t.jsonl', '') }, 't.jsonl: it is empty'],
    ['a line that is no JSON', { tools: file('t.jsonl', '{', '{}') }, 't.jsonl:1: '],
    ['no known calls', { known: file('k.jsonl', '') }, 'k.jsonl: it is empty'],
    [
      'a known call of no tool',
      { known: file('k.jsonl', { tool: 'x', args: {}, output: {} }) },
      'k.jsonl:1: unknown tool "x"',
    ],
    [
      'a known call without an output',
      { known: file('k.jsonl', { tool: 'orders_1', args: {}, output: {} }) },
      'k.jsonl:1: the result does not have the output "total"',
    ],
    ['a state that is no object', { state: file('s.json', '[]') }, 'the state s.json'],
    [
      'a handler of no collection',
      { state: file('s.json', '{}') },
      'collection "orders", which the state does not',
    ],
  ] as const)('refuse %s', ([, more, problem]) => {
    expect(() => build(more)).toThrow(problem)
  })

  it('refuse a handler that does not fit the tool', () => {
    const other = { ...row, handler: { collection: 'orders' } }
    expect(() => build({ tools: file('t.jsonl', other) })).toThrow('t.jsonl:1: handler')
  })
})
