import type { StepScore } from '../schema/score.ts'
import type { ExpectedTrace } from '../schema/task.ts'
import type { Trace } from '../schema/trace.ts'
import { stepScoreOf } from './causes.ts'
import { idleArguments } from './idle-arguments.ts'
import { judgeTrace, type Order, type ToolTable } from './judge-trace.ts'

export interface MatchTraceOptions {
  /** `dag`: dependencies hold; `sequence`: as listed; `any`: no order. */
  order?: Order
  /** Further calls that are welcome: `reads` (default), `none`, `any`. */
  extra?: 'reads' | 'none' | 'any'
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

/**
 * Holds a trace against an expected one without a score: every step fulfilled by a call of its own, in the order
 * asked for, with right arguments, and nothing unwelcome beside.
 */
export function matchTrace(
  expected: ExpectedTrace,
  prompt: string,
  trace: Trace,
  tools: ToolTable,
  { order = 'dag', extra = 'reads', arguments: args = 'graded' }: MatchTraceOptions = {},
): TraceMatch {
  const judged = judgeTrace(expected, prompt, trace, tools, {
    order,
    arguments: args === 'graded',
    isIdle: idleArguments(expected.steps, undefined, trace, tools, 0),
  })
  const steps = judged.steps.map((step) => stepScoreOf(step, trace))
  // Where no call is expected at all, a read is one too many as well.
  const unwelcome =
    extra === 'any'
      ? []
      : [
          ...judged.unneededWrites.map((call) => ({ call, what: 'a write that is not expected' })),
          ...(extra === 'none' ? judged.repeatedWrites : []).map((call) => ({
            call,
            what: 'a repeated write',
          })),
          ...(extra === 'none' || expected.steps.length === 0 ? judged.surplusReads : []).map((call) => ({
            call,
            what: 'a call that is not expected',
          })),
        ]
  const failed = expected.steps.length === 0 && extra !== 'any' ? trace.calls : []
  const extraLines = [
    ...unwelcome.map(({ call, what }) => `${call.id} ${call.tool_name}: ${what}`),
    ...failed
      .filter((call) => !unwelcome.some((other) => other.call === call))
      .map((call) => `${call.id} ${call.tool_name}: a call that is not expected`),
  ]
  return {
    pass: steps.every((step) => step.credit === 1) && extraLines.length === 0,
    steps,
    extra: extraLines,
  }
}
