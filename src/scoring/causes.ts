import type { Cause, LeafScore, StepScore } from '../schema/score.ts'
import type { Step } from '../schema/task.ts'
import { MALFORMED } from '../schema/tool.ts'
import type { ToolTable } from '../schema/tools.ts'
import { hasSucceeded, type Trace } from '../schema/trace.ts'
import { formatPointerName, showExpected, showValue } from '../tasks/naming.ts'
import { findPlaces, readable } from './answers/prose.ts'
import { listSourceSteps } from './bound-leaf.ts'
import type { Evidence } from './evidence.ts'
import type { JudgedStep } from './judge-trace.ts'
import { UNEXPECTED } from './literal.ts'
import { isAsked } from './order.ts'
import { schemaAt, schemaOf } from './provenance.ts'
import { isStated } from './stated.ts'
import { carries } from './tokens.ts'

const formatPossessive = (source: string): string =>
  source
    .split(', ')
    .map((item) =>
      item.replace(
        /^(\S+) \/(.*)$/,
        (_, step: string, at: string) => `${step}'s ${formatPointerName(`/${at}`)}`,
      ),
    )
    .map((item) => item.replace(/^(\S+) \(output\)$/, "$1's output"))
    .join(' and ')

const CAUSES: readonly (string | undefined)[] = ['stale', 'wrong-source', 'fabricated'] satisfies Cause[]

/** Why a leaf is wrong: the cause, and the end of a sentence that starts with the step. */
export function explainLeaf(leaf: LeafScore): { cause: Cause; text: string } {
  const { provenance, note, source, actual, expected } = leaf
  const wanted = showExpected(expected)
  const cause = source !== undefined && CAUSES.includes(provenance) ? (provenance as Cause) : 'wrong-argument'
  if (actual === undefined) {
    const from = source === undefined ? '' : `${formatPossessive(source)} `
    return {
      cause: 'wrong-argument',
      text: `${formatPointerName(leaf.pointer)} is missing; expected ${from}${wanted}`,
    }
  }
  const given = `${formatPointerName(leaf.pointer)} ${showValue(actual)}`
  if (source === undefined)
    return { cause, text: note === UNEXPECTED ? `${given} is not expected` : `${given} is not ${wanted}` }
  if (leaf.text === true && note !== undefined) return { cause, text: `${given} is wrong: ${note}` }
  const due = `${formatPossessive(source)}${expected === null ? '' : ` ${wanted}`}`
  return { cause, text: `${given} is not ${due}${note === undefined ? '' : `; ${note}`}` }
}

/** What an agent threw, with the place in its own code. */
export function describeFailure({ failure = '', exceptions: [thrown] = [] }: Trace): string {
  const frames = thrown?.frames.map((frame) => /[^\s(]+:\d+:\d+(?=\)?$)/.exec(frame)?.[0]) ?? []
  const place = frames.find((frame) => frame !== undefined && !/^node:|node_modules\//.test(frame))
  return place === undefined ? failure : `${failure} (${place})`
}

/** Requests of the agent that nothing answered, as the end of a sentence; undefined where there were none. */
const describeRefusedRequests = ({ refused = [] }: Trace): string | undefined =>
  refused.length === 0 ? undefined : `requests to ${refused.join(', ')} were blocked`

/** That the agent threw, as the end of a sentence; undefined where it did not. */
const describeThrow = (trace: Trace): string | undefined =>
  trace.failure === undefined ? undefined : `the agent failed: ${describeFailure(trace)}`

function explainIdle(trace: Trace): string {
  const { late = [] } = trace
  if (late.length > 0) return `the agent called ${late.join(', ')} after the attempt was over`
  const problems = [describeRefusedRequests(trace), describeThrow(trace)].filter((part) => part !== undefined)
  return problems.join('; ') || (describeOwnCalls(trace) ?? 'the agent called no tool')
}

/** The agent's own tools that it called, as a clause; undefined where it called none. */
const describeOwnCalls = ({ own_tools: tools = [] }: Trace): string | undefined =>
  tools.length === 0
    ? undefined
    : `it was never called; the agent called ${tools.join(', ')}, ${tools.length === 1 ? 'a tool' : 'tools'} of its own`

function findIdleCause(trace: Trace): Cause {
  if (trace.failure !== undefined) return 'agent-failed'
  return describeOwnCalls(trace) === undefined ? 'gave-up' : 'missing-call'
}

function explainMissing(
  { step, failed }: JudgedStep,
  trace: Trace,
  { tools }: ReasonContext,
): { cause: Cause; text: string } {
  const attempts = trace.calls.filter((call) => call.tool_name === step.tool_name)
  if (failed !== undefined) {
    const { error, status } = failed.call
    if (error?.code === MALFORMED)
      return { cause: 'format', text: `its arguments were not a JSON object (${error.message})` }
    const which = attempts.some(hasSucceeded) ? 'a call' : 'every call'
    const message = error?.message ?? `status ${status}`
    // A tool of the agent's own throws. No service answered with the status of the trace.
    const hasThrown = status === 500 && tools.get(step.tool_name)?.isLive === true
    const failure = `${which} of it ${hasThrown ? `threw: ${message}` : `failed (${status}: ${message})`}`
    // A call fails by its wrong argument.
    const wrong = failed.leaves.find((leaf) => !leaf.right)
    if (wrong === undefined) return { cause: 'missing-call', text: failure }
    const { cause, text } = explainLeaf(wrong)
    return { cause, text: `${text}; ${failure}` }
  }
  if (trace.calls.length === 0) return { cause: findIdleCause(trace), text: explainIdle(trace) }
  const missing = attempts.length > 0 ? 'it was called fewer times than expected' : 'it was never called'
  const text = [missing, describeRefusedRequests(trace), describeThrow(trace)]
    .filter((part) => part !== undefined)
    .join('; ')
  return { cause: trace.failure === undefined ? 'missing-call' : 'agent-failed', text }
}

/** What a reader of a verdict may want to know beside the calls. */
export interface ReasonContext {
  evidence: Evidence
  tools: ToolTable
  /** Whether the suite may have computed values, which stand nowhere. */
  mayCompute?: boolean
}

/** What the author of a suite can do where a value that it states itself is not the agent's; empty where nothing. */
function adviseAuthor({ step, leaves }: JudgedStep, { evidence, tools, mayCompute }: ReasonContext): string {
  const { expected = null, actual, source, note, pointer = '' } = leaves.find((leaf) => !leaf.right) ?? {}
  const isValue = typeof expected === 'string' || (typeof expected === 'number' && mayCompute !== true)
  if (source !== undefined || note === UNEXPECTED || !isValue) return ''
  const { prompt, results } = evidence
  const schema = schemaAt(schemaOf(tools, step.tool_name, 'inputSchema'), pointer)
  const stands = (text: string): boolean => findPlaces(expected, readable(text)).length > 0
  if (
    prompt !== '' &&
    !isStated(prompt, expected, schema) &&
    ![prompt, ...results.map(({ text }) => text)].some(stands)
  )
    return '; neither the prompt nor a result has it'
  if (typeof expected !== 'string' || typeof actual !== 'string') return ''
  const [one, other] = [expected.toLowerCase(), actual.toLowerCase()]
  const isReworded = carries(one, other) || carries(other, one)
  return isReworded && tools.get(step.tool_name)?.effect === 'read'
    ? '; if both are right, the suite can say any or oneOf'
    : ''
}

/** Why a call came too early: a value of it had to come from a step that had not ended. */
function explainEarly({ leaves }: JudgedStep, { step_id }: Step): { cause: Cause; text: string } {
  const { pointer, actual } =
    leaves.find((leaf) => !leaf.right && listSourceSteps(leaf).includes(step_id)) ?? {}
  const text =
    pointer === undefined
      ? `it was called before ${step_id} had ended, on which it depends`
      : `it was called with ${formatPointerName(pointer)} ${showValue(actual ?? null)} before ${step_id} had ended, from which that value has to come`
  return { cause: 'wrong-order', text }
}

const listAwaited = ({ step, awaited = [] }: JudgedStep): readonly string[] =>
  awaited.length > 0 ? awaited : step.depends_on

function explainStep(
  judged: JudgedStep,
  trace: Trace,
  context: ReasonContext,
): { cause: Cause; text: string } {
  const { step, call, matched, leaves, unmatchedParents } = judged
  if (matched === 'no' || call === undefined) return explainMissing(judged, trace, context)
  if (judged.overtook !== undefined) return explainEarly(judged, judged.overtook)
  if (judged.overtakenBy !== undefined) {
    const { step_id, tool_name } = judged.overtakenBy
    return { cause: 'wrong-order', text: `${step_id} ${tool_name} was called before it had ended` }
  }
  if (matched === 'out-of-order') {
    const before = isAsked(step, call)
      ? `${listAwaited(judged).join(' and ') || 'an earlier step'} had ended, on which it depends`
      : `message ${step.after_turn} of the user`
    return { cause: 'wrong-order', text: `it was called before ${before}` }
  }
  const wrong = leaves.find((leaf) => !leaf.right)
  if (wrong !== undefined) {
    const { cause, text } = explainLeaf(wrong)
    return { cause, text: text + adviseAuthor(judged, context) }
  }
  const text =
    unmatchedParents.length > 0
      ? `it depends on ${unmatchedParents.join(' and ')}, which did not succeed`
      : 'it was called correctly, but nothing uses its result, so the call proves nothing'
  return { cause: 'missing-call', text }
}

export function buildStepScore(judged: JudgedStep, trace: Trace, context: ReasonContext): StepScore {
  const { step, call, matched, leaves, credit } = judged
  const { step_id, tool_name } = step
  const base = { step_id, tool_name, call: call?.id ?? null, matched, credit, leaves }
  if (credit === 1) return base
  const { cause, text } = explainStep(judged, trace, context)
  // No step is at fault where the agent failed before it called any tool.
  const isOfAgent = cause === 'agent-failed' && trace.calls.length === 0
  return { ...base, cause, reason: isOfAgent ? text : `${step_id} ${tool_name}: ${text}` }
}
