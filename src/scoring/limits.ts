import type { Cause } from '../schema/score.ts'
import type { Task } from '../schema/task.ts'
import type { WrittenTask } from '../schema/task-in-world.ts'
import type { Trace } from '../schema/trace.ts'
import { putInOnePrompt } from './whole-prompt.ts'

/** A limit of a task that a trace broke. */
export interface BrokenLimit {
  cause: Cause
  reason: string
}

/** How much of each a trace says was taken; undefined where it does not say. */
const AMOUNTS: Record<keyof NonNullable<Task['within']>, (trace: Trace) => number | undefined> = {
  calls: ({ calls }) => calls.length,
  // No tokens at all is what stands there where nobody counted them.
  tokens: ({ usage }) => (usage && usage.input_tokens + usage.output_tokens) || undefined,
  ms: ({ duration_ms }) => duration_ms,
}

/** Broken limits: forbidden tools (`never`), then exceeded amounts (`within`). An unknown amount exceeds its limit. */
export function listBrokenLimits({ never = [], within = {} }: Task, trace: Trace): BrokenLimit[] {
  const called = new Set(trace.calls.map(({ tool_name }) => tool_name))
  const forbidden = never
    .filter((name) => called.has(name))
    .map(
      (name): BrokenLimit => ({ cause: 'forbidden-call', reason: `the forbidden tool ${name} was called` }),
    )
  const over = (Object.keys(AMOUNTS) as (keyof typeof AMOUNTS)[]).flatMap((what): BrokenLimit[] => {
    const most = within[what]
    if (most === undefined) return []
    const amount = AMOUNTS[what](trace)
    if (amount === undefined) {
      return [
        { cause: 'over-budget', reason: `how many ${what} it took is unknown, at most ${most} are allowed` },
      ]
    }
    return amount <= most
      ? []
      : [{ cause: 'over-budget', reason: `${Math.round(amount)} ${what}, at most ${most} are allowed` }]
  })
  return [...forbidden, ...over]
}

/**
 * A task without the limits of its own, as calibration and audit take it: their agents make reads that it need not allow.
 * They look at the trace, which says what the end state is, and take what the user says in several turns as one prompt.
 */
export function removeLimits({
  never: _,
  within: __,
  expected_state: ___,
  grade: ____,
  ...task
}: WrittenTask): WrittenTask {
  const { turns: _____, ...whole } = putInOnePrompt(task)
  return whole
}
