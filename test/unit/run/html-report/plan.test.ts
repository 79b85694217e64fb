import { describe, expect, it } from 'vitest'
import { buildReportPlan, flowsOf } from '../../../../src/run/html-report/plan.ts'
import type { LeafScore, StepScore } from '../../../../src/schema/score.ts'
import type { Step } from '../../../../src/schema/task.ts'

const step = (id: string, args: Step['arguments'], depends_on: string[] = []): Step => ({
  step_id: id,
  tool_name: `tool_${id}`,
  arguments: args,
  depends_on,
})

const CODE = { text: '', statements: [] }

const steps = [
  step('a', { city: 'Porto' }),
  step('b', { city: 'Turku' }),
  step(
    'c',
    {
      text: { $text: ['It is ', { $from: 'a', at: '/now/t' }, '.'] },
      max: { $calc: 'max', of: [{ $from: 'a', at: '/t' }] },
    },
    ['a', 'b'],
  ),
  step('d', { whole: { $from: 'c', at: '' }, quoted: { $literal: { $from: 'b', at: '/x' } } }, ['c']),
]

const scored = (id: string, leaves: LeafScore[], call: string | null = `call_${id}`): StepScore => ({
  step_id: id,
  tool_name: `tool_${id}`,
  call,
  matched: call === null ? 'no' : 'in-order',
  credit: 0,
  leaves,
})

const leaf = (
  source: string,
  provenance: LeafScore['provenance'],
  more: Partial<LeafScore> = {},
): LeafScore => ({
  pointer: '/text',
  right: false,
  expected: 1,
  actual: 2,
  source,
  ...(provenance === undefined ? {} : { provenance }),
  ...more,
})

describe('the edges of a plan', () => {
  it('are data where a binding names the step, within texts and computations too, and order elsewhere', () => {
    expect(buildReportPlan({ steps }, CODE).edges).toEqual([
      { from: 'a', to: 'c', kind: 'data', values: ['now.t → text', 't → max'] },
      { from: 'b', to: 'c', kind: 'order', values: [] },
      { from: 'c', to: 'd', kind: 'data', values: ['output → whole'] },
    ])
  })
})

describe('what became of the data edges', () => {
  const plan = buildReportPlan({ steps }, CODE)
  const flows = (c: StepScore, d: StepScore) =>
    flowsOf(plan, [scored('a', []), scored('b', []), c, d]).map(
      ({ from, to, flow }) => `${from}${to} ${flow}`,
    )

  it('is the worst verdict of their values, taken from the leaves that name the step', () => {
    const c = scored('c', [
      leaf('a /now/t', 'grounded', { right: true }),
      leaf('a /t, b /t', 'stale'),
      leaf('b /t', 'fabricated'),
    ])
    expect(flows(c, scored('d', [leaf('c (output)', 'ambiguous')]))).toEqual(['ac stale', 'cd ambiguous'])
  })

  it('is missing where either end was not called, or the value is not there', () => {
    expect(flows(scored('c', [], null), scored('d', [leaf('c (output)', 'grounded')]))).toEqual([
      'ac missing',
      'cd missing',
    ])
    const { actual: _, ...absent } = leaf('a /t', 'fabricated')
    expect(flows(scored('c', [absent]), scored('d', []))).toEqual(['ac missing', 'cd missing'])
  })

  it('says what happened to each value', () => {
    const c = scored('c', [leaf('a /t', 'wrong-source', { note: 'it is in the prompt' })])
    expect(flowsOf(plan, [scored('a', []), c])[0]?.values).toEqual([
      'text: wrong-source, it is in the prompt',
    ])
  })
})
