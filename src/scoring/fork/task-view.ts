import type { LeafScore } from '../../schema/score.ts'
import type { ExpectedTrace, Task } from '../../schema/task.ts'
import type { ToolTable } from '../../schema/tools.ts'
import type { Trace } from '../../schema/trace.ts'
import { judgeAnswer } from '../answer.ts'
import type { LeafSchema } from '../equality.ts'
import { sameCall } from '../evidence.ts'
import { type JudgedTrace, judgeTrace, leafKey } from '../judge-trace.ts'
import { scoreTrace } from '../score.ts'
import type { View, WrittenLeaf } from './view.ts'

/** What an agent wrote, held against its task. */
export interface TaskView {
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

const sourceSteps = ({ source }: LeafScore): string[] =>
  source?.split(', ').map((item) => item.slice(0, item.lastIndexOf(' '))) ?? []

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
export function taskView(task: Task, trace: Trace, tools: ToolTable, forked: string): TaskView {
  const expected = expectedOf(task, trace, tools)
  const judged = judgeTrace(expected, task.prompt, trace, tools)
  const call = trace.calls.find(({ id }) => id === forked)
  // An equal read may stand for the forked call: its result is the same.
  const forkedStep = (
    judged.steps.find((step) => step.call?.id === forked) ??
    judged.steps.find((step) => call !== undefined && step.call !== undefined && sameCall(step.call, call))
  )?.step.step_id
  const leaves = new Map<string, WrittenLeaf>()
  for (const { step, call: own, leaves: scores } of judged.steps) {
    for (const leaf of own === undefined ? [] : scores) {
      const { step_id } = step
      leaves.set(leafKey(step_id, leaf.pointer), { step_id, ...written(leaf, own?.id ?? null) })
    }
  }
  const answer = judgeAnswer(task.expected_final_answer, task, trace, {
    consumer: null,
    explain: 'all',
    evidence: judged.evidence,
    producerOf: (id) => judged.assignment.get(id),
    outputSchemaOf: (name) => tools.get(name)?.outputSchema as LeafSchema | undefined,
  })
  for (const [i, leaf] of trace.final_answer === null ? [] : answer.leaves.entries()) {
    leaves.set(`answer ${i}`, written(leaf, null))
  }
  return { leaves, forkedStep, downstream: downstreamOf(forkedStep, judged) }
}
