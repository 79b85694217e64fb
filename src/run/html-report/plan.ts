import { listSources } from '../../schema/binding.ts'
import type { FlowEdge, Plan, PlanEdge, ReportCode } from '../../schema/report.ts'
import { FLOWS, type Flow } from '../../schema/report.ts'
import type { LeafScore, StepScore } from '../../schema/score.ts'
import type { ExpectedTrace, Step, Task } from '../../schema/task.ts'

/** A JSON Pointer as people read it: `/results/0/url` is `results.0.url`; the whole value is `output`. */
const formatPointer = (pointer: string): string => pointer.slice(1).replaceAll('/', '.') || 'output'

function listEdgesInto(step: Step): PlanEdge[] {
  const values = new Map<string, string[]>()
  for (const [name, value] of Object.entries(step.arguments)) {
    for (const { $from, at } of listSources(value)) {
      values.set($from, [...(values.get($from) ?? []), `${formatPointer(at)} → ${name}`])
    }
  }
  const sources = [...new Set([...values.keys(), ...step.depends_on])]
  return sources.map((from) => ({
    from,
    to: step.step_id,
    kind: values.has(from) ? 'data' : 'order',
    values: [...new Set(values.get(from) ?? [])],
  }))
}

/** Prints the expected trace of a task as a function. */
export type PrintReference = (task: Task) => ReportCode

/** The expected trace of a task, then its alternatives. */
export const buildReportPlans = (task: Task, print: PrintReference): Plan[] =>
  [task.expected_trace, ...(task.alternatives ?? [])].map((trace) =>
    buildReportPlan(trace, print({ ...task, expected_trace: trace })),
  )

/** An expected trace with its edges: those that carry values, and those that only order. */
export function buildReportPlan({ steps }: ExpectedTrace, code: ReportCode): Plan {
  const ids = new Set(steps.map(({ step_id }) => step_id))
  return {
    steps: steps.map(({ step_id, tool_name, arguments: args, depends_on }) => ({
      step_id,
      tool_name,
      arguments: args,
      depends_on,
    })),
    edges: steps.flatMap(listEdgesInto).filter(({ from }) => ids.has(from)),
    code,
  }
}

/** From best to worst; an edge shows the worst of its values. */
const findWorstFlow = (flows: readonly Flow[]): Flow | undefined =>
  FLOWS.findLast((flow) => flows.includes(flow))

/** Whether a graded leaf takes a value from a step, as its `source` says. */
const comesFrom = ({ source }: LeafScore, step: string): boolean =>
  source?.split(', ').some((item) => item.split(' ')[0] === step) === true

function describe({ pointer, provenance, note, right }: LeafScore): string {
  const verdict = provenance ?? (right ? 'right' : 'wrong')
  return `${formatPointer(pointer)}: ${note === undefined ? verdict : `${verdict}, ${note}`}`
}

export function flowsOf(plan: Plan, scores: readonly StepScore[]): FlowEdge[] {
  const byId = new Map(scores.map((score) => [score.step_id, score]))
  const wasCalled = (id: string): boolean => (byId.get(id)?.call ?? null) !== null
  return plan.edges.flatMap(({ from, to, kind, values }): FlowEdge[] => {
    if (kind === 'order') return []
    const gone = [to, from].find((id) => !wasCalled(id))
    if (gone !== undefined)
      return [{ from, to, flow: 'missing', values: [`${gone} has no successful call`, ...values] }]
    const leaves = (byId.get(to)?.leaves ?? []).filter((leaf) => comesFrom(leaf, from))
    const flows = leaves.map(
      (leaf): Flow => (leaf.actual === undefined ? 'missing' : (leaf.provenance ?? 'missing')),
    )
    return [
      {
        from,
        to,
        flow: findWorstFlow(flows) ?? 'missing',
        values: leaves.length === 0 ? values : leaves.map(describe),
      },
    ]
  })
}
