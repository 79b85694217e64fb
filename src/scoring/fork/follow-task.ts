import type { LeafScore } from '../../schema/score.ts'
import type { ExpectedTrace, Task } from '../../schema/task.ts'
import type { ToolTable } from '../../schema/tools.ts'
import type { Trace } from '../../schema/trace.ts'
import { type Json, stableJson } from '../../shared/json.ts'
import { valueAt } from '../../shared/pointer.ts'
import { judgeAnswer } from '../answer.ts'
import { sourceSteps } from '../bound-leaf.ts'
import { sameValue, UNTYPED } from '../equality.ts'
import { sameCall } from '../evidence.ts'
import { type JudgedTrace, judgeTrace, leafKey } from '../judge-trace.ts'
import { schemaOf } from '../lineage.ts'
import { scoreTrace } from '../score.ts'
import {
  type Comparison,
  compareContinuation,
  type Following,
  type View,
  type WrittenLeaf,
} from './compare-continuation.ts'

/** The forked leaf in the run, and in the treated continuations. */
export interface ForkedValue {
  before: Json
  after: Json
}

/** What an agent wrote, held against its task. */
interface TaskView {
  leaves: View
  /** The step that the forked call fulfils. */
  forkedStep: string | undefined
  /** That step and all that take values from it, also over others. */
  downstream: ReadonlySet<string>
}

/** The way of solving the task that the trace comes nearest to. */
function expectedOf(task: Task, trace: Trace, tools: ToolTable): ExpectedTrace {
  const [first, ...rest] = [task.expected_trace, ...(task.alternatives ?? [])] as [ExpectedTrace]
  const rank = (expected: ExpectedTrace): number => {
    const { alternatives: _, ...single } = task
    const { solved, score } = scoreTrace({ ...single, expected_trace: expected }, trace, tools)
    return solved ? 2 : score
  }
  return rest.reduce((best, other) => (rank(other) > rank(best) ? other : best), first)
}

const written = (leaf: LeafScore, call: string | null): WrittenLeaf => ({
  call,
  pointer: leaf.pointer,
  actual: leaf.actual,
  ...(leaf.source === undefined
    ? {}
    : { bound: { expected: leaf.expected, right: leaf.right, sources: sourceSteps(leaf) } }),
})

function downstreamOf(step: string | undefined, { steps, plan: { edges } }: JudgedTrace): Set<string> {
  const found = new Set(step === undefined ? [] : [step])
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const { step: other } of steps) {
      if ([...(edges.get(other.step_id) ?? [])].some((id) => found.has(id))) found.add(other.step_id)
    }
  }
  return found
}

/** Judges a trace leaf by leaf, its answer included. */
function taskView(task: Task, trace: Trace, tools: ToolTable, forked: string): TaskView {
  const expected = expectedOf(task, trace, tools)
  const judged = judgeTrace(expected, task.prompt, trace, tools)
  const call = trace.calls.find(({ id }) => id === forked)
  // An equal read may stand for the forked call: its result is the same.
  const forkedStep = (
    judged.steps.find((step) => step.call?.id === forked) ??
    judged.steps.find((step) => call !== undefined && step.call !== undefined && sameCall(step.call, call))
  )?.step.step_id
  const leaves = new Map<string, WrittenLeaf>()
  for (const { step, call: writer, leaves: scores } of judged.steps) {
    for (const leaf of writer === undefined ? [] : scores) {
      const { step_id } = step
      leaves.set(leafKey(step_id, leaf.pointer), { step_id, ...written(leaf, writer?.id ?? null) })
    }
  }
  const answer = judgeAnswer(task.expected_final_answer, task, trace, {
    consumer: null,
    explain: 'all',
    evidence: judged.evidence,
    producerOf: (id) => judged.assignment.get(id),
    outputSchemaOf: (name) => schemaOf(tools, name, 'outputSchema'),
  })
  for (const [i, leaf] of trace.final_answer === null ? [] : answer.leaves.entries()) {
    leaves.set(`answer ${i}`, written(leaf, null))
  }
  return { leaves, forkedStep, downstream: downstreamOf(forkedStep, judged) }
}

/**
 * Leaves that had to take the new value, and whose call was refused with the old one. A recording or a store does not
 * know the call then, and no call fulfils the step.
 */
function repeatedThoughRefused(
  { steps }: ExpectedTrace,
  { calls }: Trace,
  due: readonly WrittenLeaf[],
  { before, after }: ForkedValue,
): Comparison['leaves'] {
  const toolOf = new Map(steps.map(({ step_id, tool_name }) => [step_id, tool_name]))
  return due.flatMap(({ step_id = '', pointer }) => {
    const refused = calls.find(
      ({ tool_name, error, arguments: args }) =>
        error !== undefined &&
        tool_name === toolOf.get(step_id) &&
        sameValue(before, valueAt(args, pointer) ?? null, UNTYPED),
    )
    if (refused === undefined) return []
    return [{ step_id, pointer, call: refused.id, actual: before, expected: after, follows: false }]
  })
}

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
  value: ForkedValue,
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
    const due = new Map(references.flatMap((view) => [...view]))
    const unreached = [...due].flatMap(([key, leaf]) =>
      forkedStep !== undefined && leaf.bound?.sources.includes(forkedStep) && !leaves.has(key) ? [leaf] : [],
    )
    const refused = repeatedThoughRefused(task.expected_trace, trace, unreached, value)
    return { ...compared, leaves: [...compared.leaves, ...refused] }
  })
}
