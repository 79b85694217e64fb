import { z } from 'zod'
import { isBudgetSpent } from '../../models/limits.ts'
import { computeSha256 } from '../../shared/digest.ts'
import { describeThrown } from '../../shared/errors.ts'
import { type JsonObject, stringifyStably } from '../../shared/json.ts'
import { UnansweredCall } from '../../tools/unanswered-call.ts'
import { World } from '../../tools/world/world.ts'
import type { SyntheticResponse } from '../simulate/respond.ts'
import { readState } from '../simulate/state.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import {
  buildCannotTell,
  COVERAGES,
  JUDGMENTS,
  type Judged,
  judgedSchema,
  observedSchema,
  readObserved,
  type StressTest,
  stressTestSchema,
} from './judgment.ts'
import { selectKnownCalls } from './known-calls.ts'
import type { ModelJudge } from './model-judge.ts'
import { judgeByRules } from './rule-judge.ts'

/** What is audited: anything that answers calls. `attempt` counts from 1 how often the same call is asked. */
export type TestedResponder = (
  call: { tool: string; args: JsonObject },
  toolkit: SyntheticToolkit,
  world: World,
  attempt?: number,
) => SyntheticResponse | Promise<SyntheticResponse>

interface AuditBench {
  readonly toolkit: SyntheticToolkit
  readonly responder: TestedResponder
  readonly judge: ModelJudge | undefined
  readonly seed: number
  /** How often at most a call is asked whose response is not correct. */
  readonly attempts: number
}

/** A responder that fails has answered badly; what nothing covers cannot be judged. */
const judgeMissingResponse = (error: unknown): Judged =>
  error instanceof UnansweredCall
    ? buildCannotTell(error.message)
    : {
        judgment: 'inappropriate_response',
        confidence: 1,
        checks: [],
        decided: true,
        reasoning: `the simulator failed: ${describeThrown(error)}`,
      }

/** Asks a stress test in a world of its own, and judges what comes back; and whether another time could give other. */
async function runTest(
  test: StressTest,
  tool: ToolSpec,
  { toolkit, responder, judge, seed }: AuditBench,
  attempt: number,
): Promise<{ response: JudgedResponse; mayDiffer: boolean }> {
  const world = new World(seed)
  const before = structuredClone(readState(world, toolkit))
  let mayDiffer = false
  const buildJudged = (
    { judgment, confidence, reasoning }: Judged,
    rest: Omit<JudgedResponse, 'attempt' | 'judgment' | 'confidence' | 'reasoning'>,
  ) => ({ response: { attempt, judgment, confidence, reasoning, ...rest }, mayDiffer })
  let answered: SyntheticResponse
  try {
    const answer = responder({ tool: tool.id, args: structuredClone(test.args) }, toolkit, world, attempt)
    mayDiffer = answer instanceof Promise
    answered = await answer
  } catch (error) {
    if (isBudgetSpent(error)) throw error
    const rules = judgeMissingResponse(error)
    const coverage = error instanceof UnansweredCall ? 'not_covered' : 'checked'
    return buildJudged(rules, { response: null, error: describeThrown(error), coverage, rules, model: null })
  }
  const response = readObserved(answered)
  const one = { tool, args: test.args, response, expected: test.expected, before }
  const rules = judgeByRules(one)
  const model = (await judge?.(one, selectKnownCalls(tool, toolkit))) ?? null
  // What rules decide stands; the model has the say where they leave something open, if it says something.
  const said = model === null || rules.decided || model.judgment === 'unknown' ? rules : model
  const unknown = answered.origin === 'placeholder' ? 'placeholder' : 'unchecked'
  const coverage = said.judgment === 'unknown' ? unknown : 'checked'
  return buildJudged(said, { response, error: null, coverage, rules, model })
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
  const responses: JudgedResponse[] = []
  for (let attempt = 1; attempt <= Math.max(1, bench.attempts); attempt++) {
    const { response, mayDiffer } = await runTest(test, tool, bench, attempt)
    responses.push(response)
    if (response.judgment === 'correct' || response.coverage !== 'checked' || !mayDiffer) break
  }
  const [first, ...retries] = responses
  if (first === undefined) throw new Error('expected at least one response')
  return { test, first, retries }
}

const responseSchema = z.strictObject({
  /** How often the call had been asked, this time included. */
  attempt: z.number().int().positive(),
  /** What came back; null where the responder failed. */
  response: observedSchema.nullable(),
  error: z.string().nullable(),
  coverage: z.enum(COVERAGES),
  rules: judgedSchema,
  model: judgedSchema.nullable(),
  judgment: z.enum(JUDGMENTS),
  confidence: z.number(),
  reasoning: z.string(),
})
/** A response and what the judges say of it; `judgment` is what counts. */
type JudgedResponse = z.infer<typeof responseSchema>

/** A line of a judgments file: a stress test with its first response, and those that came when it was asked anew. */
export const auditRecordSchema = z.strictObject({
  key: z.string(),
  test: stressTestSchema,
  first: responseSchema,
  retries: z.array(responseSchema),
})
export type AuditRecord = z.infer<typeof auditRecordSchema>

/** Who answers and who judges, and with which draws: what a judgment hangs on beside the test. */
export interface AuditSetting {
  readonly responder: string
  readonly judge: string | null
  readonly seed: number
  readonly attempts: number
}

/** Equal texts for tests whose judgment would be the same, so that a run can take it from an earlier one. */
export function auditRecordKey(
  test: AuditRecord['test'],
  tool: ToolSpec,
  toolkit: SyntheticToolkit,
  setting: AuditSetting,
): string {
  const { state, known } = toolkit
  return computeSha256(stringifyStably([test, tool, state, known, setting])).slice(0, 24)
}
