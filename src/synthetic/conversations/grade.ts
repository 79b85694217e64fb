import type { ExpectedTrace, Task } from '../../schema/task.ts'
import type { Trace } from '../../schema/trace.ts'
import { asKnown } from '../../scoring/faults/as-known.ts'
import { judgeTrace } from '../../scoring/judge-trace.ts'
import { scoreTrace } from '../../scoring/score.ts'
import { endStateOf } from '../../scoring/state/changed-world.ts'
import { judgeState } from '../../scoring/state/judge-state.ts'
import { inOnePrompt } from '../../scoring/whole-prompt.ts'
import type { Registry } from '../../tools/registry.ts'

/** What became of a conversation. */
export interface ConversationGrade {
  /** Whether the end is the expected one: the state of the world, and every effect that no store holds. */
  end_to_end: boolean
  /** Why it is not. */
  end_reason?: string
  /** Expected calls that were made: with equal arguments, and after those that they depend on. */
  made: number
  /** Expected calls. */
  expected: number
  /** The share of the expected calls that were made; null where none is expected. */
  process: number | null
  /** Whether the causal scorer calls the task solved, which holds writes beyond need against it. */
  solved: boolean
  /** Why it does not. */
  reason?: string
}

type Held = Pick<ConversationGrade, 'end_to_end' | 'end_reason' | 'made' | 'expected'>

/** A trace held against one expected trace. */
function heldAgainst(task: Task, expected: ExpectedTrace, trace: Trace, registry: Registry): Held {
  const { steps, unneededWrites } = judgeTrace(expected, task.prompt, trace, registry)
  const made = new Set(steps.filter(({ credit }) => credit === 1).map(({ step }) => step.step_id))
  const state = judgeState(
    { ...task, expected_state: task.expected_state ?? true },
    expected,
    steps,
    trace,
    registry,
  )
  const counts = { made: made.size, expected: steps.length }
  if (state.verdict !== 'right')
    return { ...counts, end_to_end: false, end_reason: state.reason ?? 'end state: it is not known' }
  // What the state does not vouch for, because no store holds it or because nothing was to change, the calls have to show.
  const lacking = steps.find(({ step: { step_id } }) => !made.has(step_id) && !state.vouchesFor(step_id))
  if (lacking !== undefined) {
    const { step_id, tool_name } = lacking.step
    return {
      ...counts,
      end_to_end: false,
      end_reason: `end state: it does not show ${step_id} ${tool_name}, which was not made as expected`,
    }
  }
  const end = endStateOf(trace.calls, trace.seed ?? task.world?.seed ?? 0, registry)
  const beyond = unneededWrites.find((call) => typeof end === 'string' || !end.held.has(call))
  if (beyond === undefined) return { ...counts, end_to_end: true }
  return {
    ...counts,
    end_to_end: false,
    end_reason: `end state: ${beyond.tool_name} had an effect that no step needs and no store holds`,
  }
}

/** The better of two: the right end first, then the more of the expected calls. */
const better = (one: Held, other: Held): Held => {
  if (one.end_to_end !== other.end_to_end) return one.end_to_end ? one : other
  return other.made / (other.expected || 1) > one.made / (one.expected || 1) ? other : one
}

/**
 * Grades a conversation as ACEBench grades agents: by its end, and by the share of the expected calls that were made on
 * the way. Source: Chen et al., "ACEBench: Who Wins the Match Point in Tool Usage?", 2025, which calls them end-to-end
 * accuracy and process accuracy. What differs is said in docs/synthetic.md#conversations. Of the alternatives of a task the
 * one counts that fits best.
 *
 * @param registry Simulators of all tools that were called; an effect that none of them has makes no right end
 */
export function gradeConversation(given: Task, trace: Trace, registry: Registry): ConversationGrade {
  const task = inOnePrompt(given)
  const known = asKnown(trace, task.prompt)
  const held = [task.expected_trace, ...(task.alternatives ?? [])]
    .map((expected) => heldAgainst(task, expected, known, registry))
    .reduce(better)
  const { solved, reason } = scoreTrace(given, trace, registry)
  return {
    ...held,
    process: held.expected === 0 ? null : held.made / held.expected,
    solved,
    ...(reason === undefined ? {} : { reason }),
  }
}
