import type { Step, Task } from '../schema/task.ts'
import { type Call, hasTakenEffect, precedes, type Trace } from '../schema/trace.ts'

/**
 * Whether a result or an effect of `producer` could have been known when `consumer` was issued. The producer
 * succeeded, or its effect was kept though its reply was lost. It ended before the consumer started, in an earlier
 * turn if both turns are known.
 */
export const mayFeed = (producer: Call, consumer: Call): boolean =>
  hasTakenEffect(producer) && precedes(producer, consumer)

/** Whether a call is made no sooner than the message of the user that its step waits for, where that is known. */
export const isAsked = ({ after_turn = 1 }: Step, { user_turn = after_turn }: Call): boolean =>
  user_turn >= after_turn

/**
 * A trace without the turns of the user that were counted from messages, where the user of the task approves: messages
 * need not show an approval, which counts as one. The conversation of a run was counted while it ran.
 */
export const dropUncountedTurns = ({ turns = [] }: Pick<Task, 'turns'>, trace: Trace): Trace =>
  trace.conversation === undefined && turns.some((turn) => typeof turn === 'object')
    ? { ...trace, calls: trace.calls.map(({ user_turn: _, ...call }) => call) }
    : trace

/** Whether every step of the call's tool waits for a later message of the user: no end excuses what was done before it. */
export function isEarly(steps: readonly Step[], call: Call): boolean {
  const ofTool = steps.filter(({ tool_name }) => tool_name === call.tool_name)
  return ofTool.length > 0 && !ofTool.some((step) => isAsked(step, call))
}
