import type { Call, Trace } from '../../schema/trace.ts'
import type { Json } from '../../shared/json.ts'
import { leavesOf } from '../evidence.ts'

/** A leaf that an agent wrote: a scalar of an argument, or the final answer. */
export interface WrittenLeaf {
  step_id?: string
  /** Id of the call whose argument it is; null for the final answer. */
  call: string | null
  pointer: string
  /** Undefined where the argument is missing. */
  actual: Json | undefined
  /** What the task says of a bound leaf. */
  bound?: {
    expected: Json
    right: boolean
    /** Steps that the value comes from. */
    sources: readonly string[]
  }
}

/** Leaves by a key that names the same place in every continuation. */
export type View = ReadonlyMap<string, WrittenLeaf>

/** What an agent wrote after a call, by tool, number of the tool's call and pointer, and its answer. */
export function writtenAfter(trace: Trace, forked: string): View {
  const view = new Map<string, WrittenLeaf>()
  const counts = new Map<string, number>()
  const at = trace.calls.findIndex(({ id }) => id === forked)
  const call = trace.calls[at] as Call
  for (const later of trace.calls.slice(at + 1).filter(({ started }) => started > call.ended)) {
    const count = (counts.get(later.tool_name) ?? 0) + 1
    counts.set(later.tool_name, count)
    for (const { pointer, value } of leavesOf(later.arguments)) {
      view.set(`${later.tool_name} ${count} ${pointer}`, { call: later.id, pointer, actual: value })
    }
  }
  if (trace.final_answer !== null) view.set('answer', { call: null, pointer: '', actual: trace.final_answer })
  return view
}
