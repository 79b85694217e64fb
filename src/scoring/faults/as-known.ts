import { type Call, lostReply, succeeded, type Trace } from '../../schema/trace.ts'
import type { Json } from '../../shared/json.ts'
import { replacedAt, valueAt } from '../../shared/pointer.ts'
import { sameCall } from '../evidence.ts'
import { callsAfter, isFound, isHit, isTaken, spoiltBy } from './spoilt-values.ts'

function resultAsKnown(call: Call, trace: Trace, prompt: string): Json | undefined {
  let { result } = call
  if (isHit(call)) {
    const { fault, at, was, lost } = call.fault
    if (lostReply(call) && lost !== undefined) {
      // Of a write that was made again the agent knows what the second answer said.
      const again = callsAfter(call, trace).find((later) => sameCall(later, call) && succeeded(later))
      return again?.result ?? lost
    }
    const spoilt = spoiltBy(call)
    const isRight = fault === 'renamed-field' || (isFound(spoilt, trace) && !isTaken(spoilt, prompt, trace))
    if (isRight && at !== undefined && was !== undefined && result !== undefined)
      result = replacedAt(result, at, was)
  }
  for (const { call: id, at, was } of trace.attacks ?? []) {
    if (id !== call.id || at === undefined || was === undefined || result === undefined) continue
    const spoilt = { call, value: valueAt(result, at), was }
    if (isFound(spoilt, trace) && !isTaken(spoilt, prompt, trace)) result = replacedAt(result, at, was)
  }
  return result
}

/**
 * A trace as it is judged where calls went wrong on purpose. A write that was kept has the result whose reply was lost: who
 * looks before it retries finds it elsewhere, and is right. A field that was renamed stands under its own name as well.
 * A value that was spoilt, or a text that an attack was appended to, is what flowed, unless the agent used the true one.
 * What it did not find it cannot guess, so no agent gains by it.
 */
export function asKnown(trace: Trace, prompt: string): Trace {
  if (trace.attacks === undefined && !trace.calls.some(isHit)) return trace
  const calls = trace.calls.map((call): Call => {
    const result = resultAsKnown(call, trace, prompt)
    return result === call.result || result === undefined ? call : { ...call, result }
  })
  return { ...trace, calls }
}
