import type { Call, Trace } from '../../src/schema/trace.ts'

export type CallParts = Partial<Call> & Pick<Call, 'tool_name' | 'arguments'>

/** A trace of answered calls, one a turn unless said otherwise. */
export const buildTrace = (calls: readonly CallParts[], more: Partial<Trace> = {}): Trace => ({
  task_id: 'own',
  calls: calls.map((call, i) => ({
    id: `call_${i + 1}`,
    status: 200,
    turn: i,
    started: 2 * i,
    ended: 2 * i + 1,
    ...call,
  })),
  final_answer: null,
  attempt: 0,
  ...more,
})
