import type { Task } from '../../schema/task.ts'
import type { Trace } from '../../schema/trace.ts'
import { stableJson } from '../../shared/json.ts'
import type { ToolTable } from '../judge-trace.ts'
import { type Comparison, compareContinuation, type Following } from './compare-continuation.ts'
import { type TaskView, taskView } from './task-view.ts'
import type { WrittenLeaf } from './view.ts'

/**
 * Holds treated continuations of a task against the run and its controls: a bound leaf that takes a value from the
 * forked call's step, and another one than in the run, has to be right.
 */
export function followTask(
  task: Task,
  original: Trace,
  { treated, controls }: { treated: readonly Trace[]; controls: readonly Trace[] },
  tools: ToolTable,
  forked: string,
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
    return compareContinuation(leaves, controlViews, following, isDownstream)
  })
}
