import type { StepScore, TaskScore } from '../src/schema/score.ts'
import type { ExpectedTrace, Task } from '../src/schema/task.ts'
import { type Call, hasSucceeded, type Trace } from '../src/schema/trace.ts'

const MAX_LENGTH = 110

export const shorten = (text: string, longest = MAX_LENGTH): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text

export const renderExpected = ({ steps }: ExpectedTrace): string =>
  steps.length === 0
    ? '  (no call)'
    : steps
        .map(({ step_id, tool_name, arguments: args, depends_on }) => {
          const after = depends_on.length > 0 ? `  after ${depends_on.join(', ')}` : ''
          return `  ${step_id} ${tool_name} ${shorten(JSON.stringify(args))}${after}`
        })
        .join('\n')

/** One call in a line, with its arguments as far as they fit. */
export function renderCall(call: Call, longest = MAX_LENGTH): string {
  const outcome = hasSucceeded(call) ? '' : `  -> ${call.status} ${call.error?.code ?? 'no answer'}`
  return `  ${call.id} ${call.tool_name} ${shorten(JSON.stringify(call.arguments), longest)}${outcome}`
}

/** The calls of a trace, one a line, and why it broke off where it did. */
export function renderCalls({ calls, failure, refused = [], late = [] }: Trace): string {
  const lines = calls.map((call) => renderCall(call))
  if (lines.length === 0) lines.push('  (no call)')
  if (failure !== undefined) lines.push(`  the agent failed: ${failure}`)
  for (const address of refused) lines.push(`  a request to ${address} was refused`)
  for (const tool of late) lines.push(`  ${tool} was called after the attempt was over; the call was refused`)
  return lines.join('\n')
}

export const renderTask = (
  { expected_trace, expected_final_answer }: Task,
  { answer }: Pick<TaskScore, 'answer'>,
): string =>
  answer === 'ungraded'
    ? renderExpected(expected_trace)
    : `${renderExpected(expected_trace)}\n  answer ${shorten(JSON.stringify(expected_final_answer))}`

export const renderDone = (trace: Trace, { answer }: Pick<TaskScore, 'answer'>): string =>
  answer === 'ungraded'
    ? renderCalls(trace)
    : `${renderCalls(trace)}\n  answer ${trace.final_answer === null ? '(none)' : shorten(JSON.stringify(trace.final_answer))}`

export const renderProblems = (steps: readonly StepScore[]): string =>
  steps
    .filter((step) => step.reason !== undefined)
    .map((step) => `  ${step.reason}`)
    .join('\n')

export const formatPercent = (share: number): string => `${Math.round(share * 1000) / 10} %`

/** Why a task was not solved, in full: the cause that counts, then what else is wrong. */
export function renderScore({ cause, reason, steps, answer_reason }: TaskScore): string {
  const rest = renderProblems(steps.filter((step) => step.reason !== reason))
  const last = answer_reason === undefined || answer_reason === reason ? '' : `  ${answer_reason}`
  return [reason === undefined ? '' : `  ${cause}: ${reason}`, rest, last]
    .filter((part) => part !== '')
    .join('\n')
}
