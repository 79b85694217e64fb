import { describe, expect, it, test } from 'vitest'
import { contestantsOf } from '../../../src/metrics/contestants.ts'
import { costsOf } from '../../../src/metrics/costs.ts'
import { describeFreeText } from '../../../src/metrics/free-text.ts'
import { leaderboardOf } from '../../../src/metrics/leaderboard.ts'
import { computeFreeTextMetrics, metricsByLevel, metricsOf } from '../../../src/metrics/metrics.ts'
import { computeInjectionMetrics, summarizeCases } from '../../../src/metrics/summary.ts'
import type { AttemptRecord, Case } from '../../../src/schema/run.ts'
import { summarySchema } from '../../../src/schema/summary.ts'
import type { Level } from '../../../src/schema/task.ts'
import { scoreFor } from '../../support/score.ts'

type Outcome = 'solved' | 'failed' | 'mentioned' | 'missing'

const scored = (outcome: Outcome, task_id = 'T', level: Level = 'L0_node') =>
  scoreFor(
    { task_id, level },
    outcome === 'solved' || outcome === 'mentioned',
    outcome === 'mentioned' || outcome === 'missing' ? { free_text: true } : {},
  )

const attempt = (outcome: Outcome, at: number, level?: Level): AttemptRecord => ({
  attempt: at,
  outcome: 'scored',
  seed: at,
  calls: 1,
  score: scored(outcome, 'T', level),
})

const caseOf = (line: number, outcomes: Outcome[], more: Partial<Case> = {}): Case => ({
  suite: 'a.suite.jsonl',
  line,
  task_id: `T${line}`,
  key: `key ${line}`,
  level: 'L0_node',
  outcome: 'scored',
  agent: 'assistant',
  score: scored(outcomes[0] as Outcome),
  attempts: outcomes.map((outcome, at) => attempt(outcome, at, more.level)),
  ...more,
})

test('metrics leave free text out, and have it apart, where none counts as solved', () => {
  const scores = (['solved', 'failed', 'mentioned', 'missing', 'mentioned'] as const).map((one) =>
    scored(one),
  )
  expect(metricsOf(scores)).toMatchObject({ tasks: 2, solved: 0.5, score: 0.5 })
  expect(metricsByLevel(scores).L0_node).toMatchObject({ tasks: 2, solved: 0.5 })
  expect(computeFreeTextMetrics(scores)).toMatchObject({ tasks: 3, solved: null, score: 2 / 3 })
  expect(computeFreeTextMetrics([scored('solved')])).toBeUndefined()
})

describe('the summary of a run', () => {
  it('counts attempts at free text nowhere, that without a reply included', () => {
    const summary = summarizeCases(
      [caseOf(1, ['solved', 'failed']), caseOf(2, ['mentioned', 'failed']), caseOf(3, ['failed', 'missing'])],
      'assistant',
    )
    expect(() => summarySchema().parse(summary)).not.toThrow()
    expect(summary).toMatchObject({
      levels: { L0_node: { tasks: 1, solved: 0.5 } },
      overall: { tasks: 1, solved: 0.5 },
      free_text: { tasks: 2, solved: null },
      reliability: [
        { k: 1, pass_at_k: 0.5, pass_hat_k: 0.5 },
        { k: 2, pass_at_k: 1, pass_hat_k: 0 },
      ],
      costs: { attempts: 6, solved: 1, tool_calls: { total: 6, per_solved: 2 } },
    })
  })

  it('has no number where every task is free text', () => {
    const summary = summarizeCases([caseOf(1, ['mentioned']), caseOf(2, ['missing'])], 'assistant')
    expect(() => summarySchema().parse(summary)).not.toThrow()
    expect(summary).toMatchObject({
      levels: {},
      overall: { tasks: 0, solved: null, score: null },
      free_text: { tasks: 2 },
      level_drop: null,
      reliability: [],
      costs: { solved: 0, tool_calls: { total: 2, per_solved: null } },
    })
  })

  it('has no composition gap of free text', () => {
    const probed = (line: number) => ({
      suite: 'a.suite.jsonl',
      key: `key ${line}`,
      steps: [{ successes: 1, attempts: 1 }],
    })
    const level = 'L1_chain'
    const cases = [caseOf(1, ['failed'], { level }), caseOf(2, ['mentioned'], { level })]
    const { composition_gap: gap } = summarizeCases(cases, 'assistant', undefined, [probed(1), probed(2)])
    expect(gap?.overall).toMatchObject({ tasks: 1, gap: 1 })
    expect(summarizeCases(cases, 'assistant', undefined, [probed(2)])).not.toHaveProperty('composition_gap')
  })
})

test('solved attempts do not pay for free text', () => {
  const costs = costsOf([
    { solved: true, calls: 2 },
    { solved: false, calls: 1 },
    { solved: null, calls: 50 },
  ])
  expect(costs).toMatchObject({ attempts: 3, solved: 1, tool_calls: { total: 53, per_solved: 3 } })
})

test('utility is that of the attempts that count', () => {
  const attacked = { ...scored('mentioned'), injections: { attacks: [], reasons: [] } } as never
  expect(computeInjectionMetrics([scored('mentioned'), attacked])).toMatchObject({
    utility: null,
    utility_under_attack: null,
    attack_success: { attempts: 1 },
  })
})

describe('a leaderboard', () => {
  const agent = (name: string, ...outcomes: Outcome[]) => ({
    cases: outcomes.map((outcome, at) => caseOf(at + 1, [outcome], { agent: name })),
  })

  it('ranks by the tasks that are free text for no agent', () => {
    const runs = [agent('a', 'solved', 'mentioned', 'solved'), agent('b', 'failed', 'failed', 'missing')]
    const rows = leaderboardOf(contestantsOf(runs))
    expect(rows.map((row) => [row.agent, row.overall.tasks, row.overall.solved])).toEqual([
      ['a', 1, 1],
      ['b', 1, 0],
    ])
  })

  it('ranks nobody where every task is free text', () => {
    expect(() => contestantsOf([agent('a', 'mentioned'), agent('b', 'missing')])).toThrow(
      'Failed to rank agents: no task counts as solved: the only one is free text, and a reply that mentions the values proves nothing.',
    )
  })
})

test('a reader is told what free text is and what to do', () => {
  expect(describeFreeText(1, 4)).toBe(
    '1 task is free text and in no other row: a reply that mentions the values proves nothing. ' +
      'Ask for an answer line or structured output, or let a rubric count: node_modules/tracewright/docs/answers.md#free-text',
  )
  expect(describeFreeText(3, 4)).toMatch(/^3 tasks are free text and in no other row: /)
  expect(describeFreeText(3, 0)).toMatch(/^no task counts as solved: all 3 are free text, and a reply /)
})
