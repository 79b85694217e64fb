import { describe, expect, test } from 'vitest'
import { summarizeCases } from '../../../src/metrics/summary.ts'
import { renderSummary } from '../../../src/report/render-summary.ts'
import type { AttemptRecord, Case } from '../../../src/schema/run.ts'
import type { Level } from '../../../src/schema/task.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { Performer } from '../../support/perform.ts'
import { scoreFor } from '../../support/score.ts'
import { buildTask } from '../../support/task.ts'

/** A case with one attempt a score. */
const caseOf = (level: Level, tools: string[], scores: number[], more: Partial<AttemptRecord> = {}): Case => {
  const task_id = `${level} ${tools.join()}`
  const attempts = scores.map(
    (score, attempt): AttemptRecord => ({
      attempt,
      outcome: 'scored',
      seed: 1,
      calls: 3,
      duration_ms: 500,
      score: scoreFor({ task_id, level }, score === 1, { score, arguments: null }),
      ...more,
    }),
  )
  const [first] = attempts
  return {
    suite: 's',
    line: 1,
    task_id,
    level,
    outcome: 'scored',
    agent: 'a',
    attempts,
    ...(first?.score === undefined ? {} : { score: first.score }),
  }
}

/** A case of one call whose answer is right or not. */
function answered(level: Level, isRight: boolean): Case {
  const performer = new Performer(7)
  const quote = performer.call('get_stock_price', { symbol: 'NVDA' }) as { price_usd: number }
  const args = { symbol: 'NVDA' }
  const step = { step_id: 'step_1', tool_name: 'get_stock_price', arguments: args, depends_on: [] }
  const task = buildTask('What does NVDA cost?', [step], {
    level,
    expected_final_answer: { $from: 'step_1', at: '/price_usd' },
  })
  const trace = performer.trace(task.task_id, `ANSWER: ${isRight ? quote.price_usd : 1.5}`)
  return caseOf(level, ['get_stock_price'], [1], { score: scoreTrace(task, trace, registry) })
}

describe('a summary', () => {
  test('counts the answer in the level drop', () => {
    const single = answered('L0_node', true)
    expect(summarizeCases([single, answered('L3_dag', true)], 'a').level_drop).toBe(0)
    expect(summarizeCases([single, answered('L3_dag', false)], 'a').level_drop).toBe(0.5)
    expect(summarizeCases([single], 'a').level_drop).toBeNull()
  })

  test('says composition gap of nothing but tasks against their own steps, for each level', () => {
    const cases = [
      caseOf('L0_node', ['x'], [1]),
      caseOf('L1_chain', ['x'], [0.5]),
      caseOf('L3_dag', ['x'], [0.5]),
    ].map((one) => ({ ...one, key: one.task_id }))
    const probed = cases.slice(1).map(({ suite, task_id }) => ({
      ...{ suite, key: task_id },
      steps: [{ successes: 1, attempts: 1 }],
    }))
    const lines = renderSummary(summarizeCases(cases, 'a', undefined, probed), true)
    expect(lines[0]).toBe('score: L0 - L1 50.0 points, L0 - L3 50.0 points')
    expect(renderSummary(summarizeCases(cases, 'a', undefined, probed))).toEqual(lines.slice(1))
    expect(lines[1]).toMatch(
      /^composition gap \(solved, 2 tasks against their single steps, 100.0 % of which it solves\): 100.0 points, .*; L1 100.0 points; L3 100.0 points$/,
    )
    expect(lines.filter((line) => line.includes('composition gap'))).toHaveLength(1)

    const failed = probed.map((one) => ({ ...one, steps: [{ successes: 0, attempts: 1 }] }))
    expect(renderSummary(summarizeCases(cases, 'a', undefined, failed))[0]).toBe(
      'composition gap (solved, 2 tasks against their single steps, 0.0 % of which it solves): none, as these steps predict that no task is solved',
    )
  })

  test('says how often tasks are solved once and every time, by the attempts that the run asked for', () => {
    const cases = [caseOf('L0_node', ['x'], [1, 1, 0]), caseOf('L0_node', ['y'], [1, 1, 1])]
    cases[1]?.attempts?.push({ attempt: 3, rerun: true, outcome: 'scored', seed: 1, calls: 1 })
    const { reliability, costs } = summarizeCases(cases, 'a')
    expect(reliability.map(({ k }) => k)).toEqual([1, 2, 3])
    expect(reliability[0]?.pass_at_k).toBeCloseTo((2 / 3 + 1) / 2)
    expect(reliability[1]?.pass_hat_k).toBeCloseTo((1 / 3 + 1) / 2)
    expect(reliability[2]).toEqual({ k: 3, pass_at_k: 1, pass_hat_k: 0.5 })
    expect(costs).toMatchObject({ attempts: 6, solved: 5, tool_calls: { total: 18, per_solved: 18 / 5 } })
    expect(summarizeCases([caseOf('L0_node', ['x'], [1])], 'a').reliability).toEqual([])
  })

  test('knows no tokens where no model was called', () => {
    const silent = { usage: { input_tokens: 0, output_tokens: 0, model_calls: 0 } }
    const spoke = { usage: { input_tokens: 900, output_tokens: 100, model_calls: 2 } }
    expect(summarizeCases([caseOf('L0_node', ['x'], [1], silent)], 'a').costs.input_tokens).toEqual({
      total: null,
      per_solved: null,
      unknown: 1,
    })
    const lines = renderSummary(summarizeCases([caseOf('L0_node', ['x'], [1, 0], spoke)], 'a'))
    expect(lines).toEqual([
      'in 2 attempts: solved at least once 100.0 %, every time 0.0 %',
      'per solved task (failed attempts count too): 6 tool calls, 4 model calls, 2,000 tokens, 1 s',
    ])
    const once = { usage: { input_tokens: 900, output_tokens: 100, model_calls: 1 }, calls: 1 }
    expect(renderSummary(summarizeCases([caseOf('L0_node', ['x'], [1], once)], 'a'))).toEqual([
      'per solved task (failed attempts count too): 1 tool call, 1 model call, 1,000 tokens, 0.5 s',
    ])
  })
})
