import { lostReply, succeeded } from '../../../schema/trace.ts'
import { stableJson } from '../../../shared/json.ts'
import type { Session, SessionCall } from './session.ts'

const outcomeOf = ({ status }: SessionCall): string => (status === 0 ? 'no answer came' : `status ${status}`)

/** Whether a call may have changed something although no answer says so. */
const mayHaveChanged = (call: SessionCall): boolean =>
  lostReply(call) || call.status === 0 || call.status >= 500

const isSame = (one: SessionCall, other: SessionCall): boolean =>
  one.tool_name === other.tool_name && stableJson(one.arguments) === stableJson(other.arguments)

/**
 * What a session leaves out of its task, in words: steps are calls that succeeded, so that a tool none of whose calls
 * did would vanish without a trace, and so would a change that was made and not answered.
 */
export function absences({ calls, tools }: Session): string[] {
  if (calls.length === 0)
    return [
      'no call was seen, so that there is nothing to expect. Where the agent did ask the API, its client was not seen or no route takes its requests: see docs/routes.md, and record again. A task without steps is ready once "todo" is removed.',
    ]
  if (!calls.some(succeeded)) {
    const listed = calls.map((call) => `${call.tool_name} (${outcomeOf(call)})`)
    return [
      `no call succeeded, so that there is nothing to expect: ${[...new Set(listed)].join(', ')}. Mend the API or the agent and record again.`,
    ]
  }
  const reads = new Set(tools.flatMap(({ name, effect }) => (effect === 'read' ? [name] : [])))
  const missing = calls.filter((call) => {
    if (succeeded(call)) return false
    if (!calls.some((other) => other.tool_name === call.tool_name && succeeded(other))) return true
    const later = calls.some((other) => succeeded(other) && isSame(call, other))
    return !reads.has(call.tool_name) && mayHaveChanged(call) && !later
  })
  const listed = missing.map((call) => `${call.tool_name} (${outcomeOf(call)})`)
  return listed.length === 0
    ? []
    : [
        `what did not succeed is not expected: ${[...new Set(listed)].join(', ')}. Record again where it belongs to the task.`,
      ]
}
