import type { StepScore } from '../schema/score.ts'
import { type Call, hasTakenEffect, type Trace } from '../schema/trace.ts'
import { buildStepScore } from './causes.ts'
import { isRetried } from './corrected.ts'
import { findEquivalentReads, replaceByStandIns } from './equivalent-reads.ts'
import { findIdleArguments } from './idle-arguments.ts'
import { type JudgedTrace, judgeTrace } from './judge-trace.ts'
import type { Judging } from './judging.ts'
import type { Order } from './plan.ts'

/** Options of `toMatchTrace`. */
export interface MatchTraceOptions {
  /** `dag`: dependencies hold; `sequence`: as listed; `any`: no order. */
  order?: Order
  /** Further calls that are allowed: `reads` (default), `none`, `any`. */
  extra?: 'reads' | 'none' | 'any'
  /** Expected calls that may be absent: `none` (default) or `any`. */
  missing?: 'none' | 'any'
  /** `graded` (default) or `ignored`. */
  arguments?: 'graded' | 'ignored'
}

/** Whether a trace matches an expected one, and what is wrong where it does not. */
export interface TraceMatch {
  pass: boolean
  steps: StepScore[]
  /** Calls beyond the expected ones that are not welcome, in words. */
  extra: string[]
}

const sumCredits = ({ steps }: JudgedTrace): number => steps.reduce((sum, { credit }) => sum + credit, 0)

/** A trace held against an expected one; a read that was asked otherwise counts as the one asked for, as it does in a score. */
function judge(
  judging: Judging,
  { order = 'dag', arguments: args = 'graded' }: MatchTraceOptions,
): JudgedTrace {
  const { expected, trace } = judging
  const judgeAs = (made: Trace): JudgedTrace => {
    const asMade = { ...judging, trace: made }
    return judgeTrace(asMade, { order, arguments: args === 'graded', isIdle: findIdleArguments(asMade) })
  }
  const asMade = judgeAs(trace)
  if (sumCredits(asMade) === expected.steps.length) return asMade
  const reads = findEquivalentReads(asMade.steps, judging)
  if (reads.size === 0) return asMade
  const asAsked = judgeAs(replaceByStandIns(trace, reads))
  return sumCredits(asAsked) > sumCredits(asMade) ? asAsked : asMade
}

/**
 * Holds a trace against an expected one without a score: every step fulfilled by a call of its own, in the order
 * asked for, with right arguments, and nothing unwelcome beside.
 */
export function matchTrace(judging: Judging, options: MatchTraceOptions = {}): TraceMatch {
  const { expected, trace } = judging
  const { extra = 'reads', missing = 'none' } = options
  const judged = judge(judging, options)
  const steps = judged.steps
    .filter(({ call }) => call !== undefined || missing === 'none')
    .map((step) => buildStepScore(step, trace, { evidence: judged.evidence, tools: judging.tools }))
  // Where no call is expected at all, a read is one too many as well, and so is a call that failed.
  const isNoneWelcome = expected.steps.length === 0 || extra === 'none'
  const unwelcome = new Map<Call, string>()
  const note = (calls: readonly Call[], what: string): void => {
    for (const call of calls) if (!unwelcome.has(call)) unwelcome.set(call, what)
  }
  if (extra !== 'any') {
    const isUnclear = ({ tool_name, committed }: Call): boolean =>
      committed === undefined && judging.tools.get(tool_name)?.effect === undefined
    note(
      judged.unneededWrites.filter(isUnclear),
      "a call that is not expected and may be a write: no tool tells its effect. Register matchersFor(tools), or pass { extra: 'any' }",
    )
    note(judged.unneededWrites, 'a write that is not expected')
    if (extra === 'none') {
      const isRefused = (call: Call): boolean => !hasTakenEffect(call) && !isRetried(call, trace.calls)
      note([...judged.repeatedWrites, ...judged.correctedWrites], 'a repeated write')
      note(trace.calls.filter(isRefused), 'a refused call that is not expected')
    }
    if (isNoneWelcome) note(judged.surplusReads, 'a call that is not expected')
    if (expected.steps.length === 0) note(trace.calls, 'a call that is not expected')
  }
  const extraLines = [...unwelcome].map(([{ id, tool_name }, what]) => `${id} ${tool_name}: ${what}`)
  const pass = steps.every((step) => step.credit === 1) && extraLines.length === 0
  return { pass, steps, extra: extraLines }
}
