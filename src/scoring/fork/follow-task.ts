import type { Task } from '../../schema/task.ts'
import type { ToolTable } from '../../schema/tools.ts'
import type { Trace } from '../../schema/trace.ts'
import { stableJson } from '../../shared/json.ts'
import { valueAt } from '../../shared/pointer.ts'
import { type Comparison, compareContinuation, type Following } from './compare-continuation.ts'
import { holdsValue, type Replaced } from './follow-value.ts'
import { type TaskView, taskView } from './task-view.ts'
import type { View, WrittenLeaf } from './view.ts'

/**
 * Leaves that had to take the new value, and whose call was refused with the old one in them: a recording or a store does
 * not know the call then, and no call fulfils the step.
 */
function repeatedThoughRefused(
  task: Task,
  { calls }: Trace,
  reached: View,
  references: readonly View[],
  { forkedStep, replaced }: { forkedStep: string | undefined; replaced: readonly Replaced[] },
): Comparison['leaves'] {
  const traces = [task.expected_trace, ...(task.alternatives ?? [])]
  const toolOf = new Map(
    traces.flatMap(({ steps }) => steps.map(({ step_id, tool_name }) => [step_id, tool_name] as const)),
  )
  const due = new Map(
    references.flatMap((view) =>
      [...view].filter(
        ([key, { bound }]) =>
          !reached.has(key) && forkedStep !== undefined && bound?.right && bound.sources.includes(forkedStep),
      ),
    ),
  )
  return [...due.values()].flatMap(({ step_id, pointer }) => {
    const refused = calls.filter(
      ({ tool_name, error }) => error !== undefined && tool_name === toolOf.get(step_id ?? ''),
    )
    const found = refused.flatMap(({ id, arguments: args }) => {
      const actual = valueAt(args, pointer)
      const old = replaced.find(
        ({ before, after }) => holdsValue(actual, before) && !holdsValue(actual, after),
      )
      return old === undefined || actual === undefined ? [] : [{ call: id, actual, expected: old.after }]
    })
    return found
      .slice(0, 1)
      .map((one) => ({ ...(step_id === undefined ? {} : { step_id }), pointer, ...one, follows: false }))
  })
}

/**
 * Holds treated continuations of a task against the run and its controls: a bound leaf that takes a value from the
 * forked call's step, and another one than in the run, has to be right.
 *
 * @param replaced The leaf and, where it is a text, the value within it that was drawn anew
 */
export function followTask(
  task: Task,
  original: Trace,
  { treated, controls }: { treated: readonly Trace[]; controls: readonly Trace[] },
  tools: ToolTable,
  forked: string,
  replaced: readonly Replaced[],
): Comparison[] {
  const viewOf = (trace: Trace): TaskView => taskView(task, trace, tools, forked)
  const controlViews = controls.map((trace) => viewOf(trace).leaves)
  const references = [viewOf(original).leaves, ...controlViews]
  return treated.map((trace) => {
    const { leaves, forkedStep, downstream } = viewOf(trace)
    const following: Following = (key, { bound }) => {
      if (bound === undefined || forkedStep === undefined || !bound.sources.includes(forkedStep)) {
        return undefined
      }
      const before = references.map((view) => view.get(key)?.bound).find((other) => other !== undefined)
      if (before !== undefined && stableJson(before.expected) === stableJson(bound.expected)) return undefined
      return { expected: bound.expected, follows: bound.right }
    }
    const isDownstream = ({ step_id, bound }: WrittenLeaf): boolean =>
      bound === undefined
        ? step_id !== undefined && downstream.has(step_id)
        : bound.right || bound.sources.some((source) => downstream.has(source))
    const compared = compareContinuation(leaves, controlViews, following, isDownstream)
    const refused = repeatedThoughRefused(task, trace, leaves, references, { forkedStep, replaced })
    return { ...compared, leaves: [...compared.leaves, ...refused] }
  })
}
