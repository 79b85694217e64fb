import type { Step } from '../schema/task.ts'
import { topological } from '../shared/dag.ts'

/** Steps that must be finished before a step, by step id: along data and state edges, directly. */
export type Edges = ReadonlyMap<string, ReadonlySet<string>>

/** A step in the order of an alignment, with what the search asks of it again and again. */
export interface AlignedStep {
  step: Step
  /** Positions of all its ancestors, and of its direct parents. */
  ancestors: ReadonlySet<number>
  parents: readonly number[]
  /** Positions of the steps that its arguments take values from. */
  sources: readonly number[]
}

const NO_POSITIONS: readonly number[] = []
const NO_ANCESTORS: ReadonlySet<number> = new Set()

function withAncestors(parents: readonly number[], nodes: readonly AlignedStep[]): ReadonlySet<number> {
  const ancestors = new Set(parents)
  for (const parent of parents)
    for (const ancestor of (nodes[parent] as AlignedStep).ancestors) ancestors.add(ancestor)
  return ancestors
}

/**
 * The steps of an expected trace in topological order, each with the positions of those it depends on.
 *
 * @param taken Steps that each step takes values from, each once; a step that takes none is not in it
 */
export function graphOf(
  steps: readonly Step[],
  edges: Edges,
  taken: ReadonlyMap<Step, { from: readonly string[] }>,
): AlignedStep[] {
  const order = topological(
    steps.map((step) => ({ step, step_id: step.step_id, depends_on: [...(edges.get(step.step_id) ?? [])] })),
  )
  const position = new Map<string, number>()
  const nodes: AlignedStep[] = []
  for (const { step, step_id, depends_on } of order) {
    position.set(step_id, nodes.length)
    const parents = depends_on.map((id) => position.get(id) as number)
    const ancestors = parents.length === 0 ? NO_ANCESTORS : withAncestors(parents, nodes)
    const sources = taken.get(step)?.from.map((id) => position.get(id) as number) ?? NO_POSITIONS
    nodes.push({ step, ancestors, parents, sources })
  }
  return nodes
}
