import { type Call, hasLostReply, hasSucceeded, type Trace } from '../../schema/trace.ts'
import type { Json } from '../../shared/json.ts'
import { readValueAt, replaceAt } from '../../shared/pointer.ts'
import { isSameCall } from '../evidence.ts'
import { findSpoilt, isFound, isHit, isTaken, listCallsAfter } from './spoilt-values.ts'

function restoreKnownResult(call: Call, trace: Trace, prompt: string): Json | undefined {
  let { result } = call
  if (isHit(call)) {
    const { fault, at, was, lost } = call.fault
    if (hasLostReply(call) && lost !== undefined) {
      // Of a write that was made again the agent knows what the second answer said.
      const again = listCallsAfter(call, trace).find(
        (later) => isSameCall(later, call) && hasSucceeded(later),
      )
      return again?.result ?? lost
    }
    const spoilt = findSpoilt(call)
    const isRight = fault === 'renamed-field' || (isFound(spoilt, trace) && !isTaken(spoilt, prompt, trace))
    if (isRight && at !== undefined && was !== undefined && result !== undefined)
      result = replaceAt(result, at, was)
  }
  for (const { call: id, at, was } of trace.attacks ?? []) {
    if (id !== call.id || at === undefined || was === undefined || result === undefined) continue
    const spoilt = { call, value: readValueAt(result, at), was }
    if (isFound(spoilt, trace) && !isTaken(spoilt, prompt, trace)) result = replaceAt(result, at, was)
  }
  return result
}

/**
 * A trace as it is judged where calls went wrong on purpose. A write that was kept has the result whose reply was lost: who
 * looks before it retries finds it elsewhere, and is right. A field that was renamed stands under its own name as well.
 * A value that was spoilt, or a text that an attack was appended to, is what flowed, unless the agent used the true one.
 * What it did not find it cannot guess, so no agent gains by it.
 */
export function restoreKnown(trace: Trace, prompt: string): Trace {
  if (trace.attacks === undefined && !trace.calls.some(isHit)) return trace
  const calls = trace.calls.map((call): Call => {
    const result = restoreKnownResult(call, trace, prompt)
    return result === call.result || result === undefined ? call : { ...call, result }
  })
  return { ...trace, calls }
}
