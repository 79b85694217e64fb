import type { Cause, LeafScore, StepScore } from '../schema/score.ts'
import type { Step } from '../schema/task.ts'
import { MALFORMED } from '../schema/tool.ts'
import { type Call, succeeded, type Trace } from '../schema/trace.ts'
import type { JudgedStep } from './judge-trace.ts'
import { UNEXPECTED } from './literal.ts'
import { nameOf, showExpected, showValue } from './naming.ts'

/** `step_1 /temperature_celsius` as `step_1's temperature_celsius`. */
const possessive = (source: string): string =>
  source
    .split(', ')
    .map((item) =>
      item.replace(/^(\S+) \/(.*)$/, (_, step: string, at: string) => `${step}'s ${nameOf(`/${at}`)}`),
    )
    .map((item) => item.replace(/^(\S+) \(output\)$/, "$1's output"))
    .join(' and ')

const CAUSE_OF_LINEAGE = {
  stale: 'stale',
  'wrong-source': 'wrong-source',
  fabricated: 'fabricated',
} as const

/** Why a leaf is wrong: the cause, and the end of a sentence that starts with the step. */
export function explainLeaf(leaf: LeafScore): { cause: Cause; text: string } {
  const name = nameOf(leaf.pointer)
  const note = leaf.note === undefined ? '' : `; ${leaf.note}`
  if (leaf.actual === undefined) {
    const wanted =
      leaf.source === undefined
        ? showExpected(leaf.expected)
        : `${possessive(leaf.source)} ${showExpected(leaf.expected)}`
    return { cause: 'wrong-argument', text: `${name} is missing; expected ${wanted}` }
  }
  if (leaf.source === undefined) {
    const text =
      leaf.note === UNEXPECTED
        ? `${name} ${showValue(leaf.actual)} is not expected`
        : `${name} ${showValue(leaf.actual)} is not ${showExpected(leaf.expected)}`
    return { cause: 'wrong-argument', text }
  }
  if (leaf.text === true && leaf.note !== undefined) {
    return {
      cause: CAUSE_OF_LINEAGE[leaf.lineage as keyof typeof CAUSE_OF_LINEAGE] ?? 'wrong-argument',
      text: `${name} ${showValue(leaf.actual)} is wrong: ${leaf.note}`,
    }
  }
  const lineage = leaf.lineage as keyof typeof CAUSE_OF_LINEAGE
  const wanted = leaf.expected === null ? '' : ` ${showExpected(leaf.expected)}`
  return {
    cause: CAUSE_OF_LINEAGE[lineage] ?? 'wrong-argument',
    text: `${name} ${showValue(leaf.actual)} is not ${possessive(leaf.source)}${wanted}${note}`,
  }
}

/** Requests of the agent that nothing answered, as the end of a sentence; undefined where there were none. */
const askedInVain = ({ refused = [] }: Trace): string | undefined =>
  refused.length === 0
    ? undefined
    : `requests to ${refused.join(', ')} were refused: let the agent call the given tools, add a route or a mock, or allow the host`

function explainIdle(trace: Trace): string {
  const { failure, late = [] } = trace
  if (late.length > 0) return `the agent called ${late.join(', ')} after the attempt was over`
  const threw = failure === undefined ? undefined : `the agent failed: ${failure}`
  const problems = [askedInVain(trace), threw].filter((part) => part !== undefined)
  return problems.join('; ') || (ownCalls(trace) ?? 'the agent called no tool')
}

/** The agent's own tools that it called, as a clause; undefined where it called none. */
const ownCalls = ({ own_tools: own = [] }: Trace): string | undefined =>
  own.length === 0
    ? undefined
    : `it was never called; the agent called ${own.join(', ')}, ${own.length === 1 ? 'a tool' : 'tools'} of its own`

function idleCause(trace: Trace): Cause {
  if (trace.failure !== undefined) return 'agent-failed'
  return ownCalls(trace) === undefined ? 'gave-up' : 'missing-call'
}

/** Why no call fulfils a step. */
function explainMissing(step: Step, trace: Trace): { cause: Cause; text: string } {
  const attempts = trace.calls.filter((call) => call.tool_name === step.tool_name)
  const refused = attempts.find((call) => !succeeded(call))
  if (refused?.error?.code === MALFORMED) {
    return { cause: 'format', text: `its arguments were not a JSON object (${refused.error.message})` }
  }
  if (refused !== undefined) {
    const why = refused.error?.message ?? `status ${refused.status}`
    return { cause: 'wrong-argument', text: `every call of it failed (${refused.status}: ${why})` }
  }
  if (attempts.length > 0) return { cause: 'missing-call', text: 'it was called fewer times than expected' }
  if (trace.calls.length === 0) return { cause: idleCause(trace), text: explainIdle(trace) }
  const elsewhere = askedInVain(trace)
  return {
    cause: 'missing-call',
    text: elsewhere === undefined ? 'it was never called' : `it was never called; ${elsewhere}`,
  }
}

/** Cause and sentence of a step that earned no credit. */
function explainStep(
  step: Step,
  score: Pick<StepScore, 'matched' | 'leaves'>,
  call: Call | undefined,
  unmatchedParents: readonly string[],
  trace: Trace,
): { cause: Cause; reason: string } {
  const at = `${step.step_id} ${step.tool_name}`
  if (score.matched === 'no' || call === undefined) {
    const { cause, text } = explainMissing(step, trace)
    return { cause, reason: `${at}: ${text}` }
  }
  if (score.matched === 'out-of-order') {
    return { cause: 'wrong-order', reason: `${at}: it was called before what it depends on had ended` }
  }
  const wrong = score.leaves.find((leaf) => !leaf.right)
  if (wrong !== undefined) {
    const { cause, text } = explainLeaf(wrong)
    return { cause, reason: `${at}: ${text}` }
  }
  if (unmatchedParents.length > 0) {
    return {
      cause: 'missing-call',
      reason: `${at}: ${unmatchedParents.join(' and ')} it depends on did not succeed`,
    }
  }
  return {
    cause: 'missing-call',
    reason: `${at}: its arguments do not count until a later step or the answer uses its output`,
  }
}

/** The score of one judged step, with its cause where it earned no credit. */
export function stepScoreOf(judged: JudgedStep, trace: Trace): StepScore {
  const { step, call, matched, leaves, credit, unmatchedParents } = judged
  const { step_id, tool_name } = step
  const base = { step_id, tool_name, call: call?.id ?? null, matched, credit, leaves }
  return credit === 1 ? base : { ...base, ...explainStep(step, base, call, unmatchedParents, trace) }
}

export const lateWarning = (tool: string): string =>
  `${tool} was called after the attempt was over; the call was refused`
