import type { StepScore } from '../schema/score.ts'
import type { ExpectedTrace } from '../schema/task.ts'
import { callable, type ToolTable } from '../schema/tools.ts'
import type { Call, Trace } from '../schema/trace.ts'
import type { Json } from '../shared/json.ts'
import { stepScoreOf } from './causes.ts'
import { equivalentReads, withStandIns } from './equivalent-reads.ts'
import { idleArguments } from './idle-arguments.ts'
import { type JudgedTrace, judgeTrace } from './judge-trace.ts'
import type { Order } from './plan.ts'

export interface MatchTraceOptions {
  /** `dag`: dependencies hold; `sequence`: as listed; `any`: no order. */
  order?: Order
  /** Further calls that are welcome: `reads` (default), `none`, `any`. */
  extra?: 'reads' | 'none' | 'any'
  /** Expected calls that may be left out: `none` (default) or `any`. */
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

/** What a task says beside its expected trace, as far as a match depends on it. */
interface MatchRequest {
  prompt: string
  answer?: Json | undefined
  seed?: number | undefined
}

const creditsOf = ({ steps }: JudgedTrace): number => steps.reduce((sum, { credit }) => sum + credit, 0)

/** A trace held against an expected one; a read that was asked otherwise counts as the one asked for, as it does in a score. */
function judge(
  expected: ExpectedTrace,
  { prompt, answer, seed = 0 }: MatchRequest,
  trace: Trace,
  tools: ToolTable,
  { order = 'dag', arguments: args = 'graded' }: MatchTraceOptions,
): JudgedTrace {
  const { steps } = expected
  const judgeAs = (made: Trace): JudgedTrace =>
    judgeTrace(expected, prompt, made, tools, {
      order,
      arguments: args === 'graded',
      isIdle: idleArguments(steps, answer, made, tools, seed),
    })
  const asMade = judgeAs(trace)
  if (creditsOf(asMade) === steps.length) return asMade
  const able = callable(tools)
  const reads = able && equivalentReads(asMade.steps, answer, prompt, trace, able, seed)
  if (reads === undefined || reads.size === 0) return asMade
  const asAsked = judgeAs(withStandIns(trace, reads))
  return creditsOf(asAsked) > creditsOf(asMade) ? asAsked : asMade
}

/**
 * Holds a trace against an expected one without a score: every step fulfilled by a call of its own, in the order
 * asked for, with right arguments, and nothing unwelcome beside.
 *
 * @param task The expected answer, which may take values from a read, and the seed of a trace that names none.
 */
export function matchTrace(
  expected: ExpectedTrace,
  prompt: string,
  trace: Trace,
  tools: ToolTable,
  options: MatchTraceOptions = {},
  task: Omit<MatchRequest, 'prompt'> = {},
): TraceMatch {
  const { extra = 'reads', missing = 'none' } = options
  const judged = judge(expected, { ...task, prompt }, trace, tools, options)
  const steps = judged.steps
    .filter(({ call }) => call !== undefined || missing === 'none')
    .map((step) => stepScoreOf(step, trace))
  // Where no call is expected at all, a read is one too many as well, and so is a call that failed.
  const isNoneWelcome = expected.steps.length === 0 || extra === 'none'
  const unwelcome = new Map<Call, string>()
  const note = (calls: readonly Call[], what: string): void => {
    for (const call of calls) if (!unwelcome.has(call)) unwelcome.set(call, what)
  }
  if (extra !== 'any') {
    note(judged.unneededWrites, 'a write that is not expected')
    if (extra === 'none') note(judged.repeatedWrites, 'a repeated write')
    if (isNoneWelcome) note(judged.surplusReads, 'a call that is not expected')
    if (expected.steps.length === 0) note(trace.calls, 'a call that is not expected')
  }
  const extraLines = [...unwelcome].map(([{ id, tool_name }, what]) => `${id} ${tool_name}: ${what}`)
  const pass = steps.every((step) => step.credit === 1) && extraLines.length === 0
  return { pass, steps, extra: extraLines }
}
