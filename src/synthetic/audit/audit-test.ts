import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import type { AuditRecord, JudgedResponse } from './audit-record.ts'
import { check, type Judged } from './judgment.ts'
import { knownCallsOf } from './known-calls.ts'
import type { ModelJudge } from './model-judge.ts'
import { recordEntries } from './records.ts'
import { judgeByRules } from './rule-judge.ts'
import { type AuditTrial, type TestedResponder, tryTest } from './run-test.ts'
import { settleJudgments } from './settle-judgment.ts'
import type { StressTest } from './stress/stress-test.ts'

export interface AuditBench {
  readonly toolkit: SyntheticToolkit
  readonly responder: TestedResponder
  readonly judge: ModelJudge | undefined
  readonly seed: number
  /** How often at most a call is asked whose response is not correct. */
  readonly attempts: number
}

/** A responder that fails has answered badly. */
const failed = (error: string): Judged => ({
  judgment: 'inappropriate_response',
  confidence: 1,
  reasoning: `the simulator failed: ${error}`,
  checks: [check('answered', false, error)],
  decided: true,
})

async function judgeTrial(
  test: StressTest,
  tool: ToolSpec,
  trial: AuditTrial,
  bench: AuditBench,
  attempt: number,
): Promise<JudgedResponse> {
  const { observed, error, states } = trial
  if (observed === undefined) {
    const rules = failed(error ?? 'no answer')
    const { judgment, confidence, reasoning } = rules
    return {
      attempt,
      response: null,
      error: error ?? null,
      rules,
      model: null,
      judgment,
      confidence,
      reasoning,
    }
  }
  const { handler } = tool
  const isDrawn = handler !== undefined && recordEntries(bench.toolkit.state, handler.collection).length === 0
  const one = { tool, args: test.args, response: observed, expected: test.expected, states, isDrawn }
  const rules = judgeByRules(one)
  const model = await bench.judge?.(one, knownCallsOf(tool, bench.toolkit))
  const { judgment, confidence, reasoning } = settleJudgments(rules, model)
  return {
    attempt,
    response: observed,
    error: null,
    rules,
    model: model ?? null,
    judgment,
    confidence,
    reasoning,
  }
}

/**
 * Asks one stress test and judges the response. Where it is not correct and the responder may answer otherwise, it is
 * asked anew; only the first response counts, the others say whether asking again would have helped.
 *
 * @throws BudgetSpent where the budget of the model is at an end
 */
export async function auditTest(
  test: StressTest,
  tool: ToolSpec,
  bench: AuditBench,
): Promise<Omit<AuditRecord, 'key'>> {
  const { toolkit, responder, seed, attempts } = bench
  const responses: JudgedResponse[] = []
  for (let attempt = 1; attempt <= Math.max(1, attempts); attempt++) {
    const trial = await tryTest(test, tool, toolkit, responder, { seed, attempt })
    const response = await judgeTrial(test, tool, trial, bench, attempt)
    responses.push(response)
    if (response.judgment === 'correct' || !trial.mayDiffer) break
  }
  const [first, ...retries] = responses
  if (first === undefined) throw new Error('a test is asked at least once')
  return { test, first, retries }
}
