import type { Trace } from '../../schema/trace.ts'
import type { Json } from '../../shared/json.ts'
import { sameValue, UNTYPED } from '../equality.ts'
import { carries } from '../tokens.ts'
import { type Comparison, compareContinuation } from './compare-continuation.ts'
import { writtenAfter } from './view.ts'

/** Whether a leaf is a value, or a text that carries it as a whole token. */
export const holdsValue = (leaf: Json | undefined, value: Json): boolean =>
  leaf !== undefined &&
  (sameValue(value, leaf, UNTYPED) || (typeof leaf === 'string' && carries(leaf, value)))

/** A value in the controls and what it is in the treated continuations. */
export interface Replaced {
  before: Json
  after: Json
}

/**
 * Holds treated continuations of a run without a task against its controls: a later argument, or the answer, that was
 * the value or carried it in every control has to be the new one, or carry it. What else changes may be a consequence,
 * so nothing speaks against the agent.
 *
 * @param replaced The leaf and, where it is a text, the value within it that was drawn anew
 */
export function followValue(
  { treated, controls }: { treated: readonly Trace[]; controls: readonly Trace[] },
  replaced: readonly Replaced[],
  forked: string,
): Comparison[] {
  const controlViews = controls.map((trace) => writtenAfter(trace, forked))
  return treated.map((trace) =>
    compareContinuation(
      writtenAfter(trace, forked),
      controlViews,
      (key, { actual }) => {
        const held = replaced.find(({ before }) =>
          controlViews.every((view) => holdsValue(view.get(key)?.actual, before)),
        )
        return held === undefined
          ? undefined
          : { expected: held.after, follows: holdsValue(actual, held.after) }
      },
      () => true,
    ),
  )
}
