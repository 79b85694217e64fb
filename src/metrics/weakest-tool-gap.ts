import type { Level } from '../schema/task.ts'
import { groupBy } from '../shared/group.ts'

/** Share of each level in the weakest-tool gap; a level without tasks counts 0. */
const WEIGHTS = { L1_chain: 0.3, L2_parallel: 0.3, L3_dag: 0.4 } as const

/** A graded task, as the weakest-tool gap needs it. */
export interface ToolOutcome {
  level: Level
  tools: readonly string[]
  score: number
  /** Whether a task of one call counts as one that the agent can do. */
  mastered: boolean
}

/** Gap of the published benchmark between single calls and composed tasks, overall and by level. Source: CompToolBench. */
export interface WeakestToolGap {
  /** Over all composed tasks. */
  overall: number
  /** Over chains. */
  L1_chain: number
  /** Over fan-outs. */
  L2_parallel: number
  /** Over tasks that branch and merge. */
  L3_dag: number
}

/** Mean of some values; 0 without any. */
export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** Share of single-call tasks mastered, by tool, sorted by name. */
export function computeSingleCallRates(tasks: readonly ToolOutcome[]): Map<string, number> {
  const byTool = groupBy(
    tasks.filter(({ level }) => level === 'L0_node'),
    ({ tools }) => tools[0] ?? '',
  )
  const computeRate = (name: string): number =>
    mean((byTool.get(name) ?? []).map(({ mastered }) => (mastered ? 1 : 0)))
  return new Map([...byTool.keys()].sort().map((name) => [name, computeRate(name)]))
}

/**
 * The weakest-tool gap, which the CompToolBench paper's scorer prints as its composition gap. For each composed task it
 * is the least share of single-call tasks mastered with one of its tools, 0 for a tool without such a task, minus its
 * score. Means by level, and their weighted sum. It is biased with
 * few single-call tasks a tool; `compositionGap` measures a task against its own steps. Source: the published
 * metrics' behaviour, measured.
 */
export function computeWeakestToolGap(tasks: readonly ToolOutcome[]): WeakestToolGap {
  const rates = computeSingleCallRates(tasks)
  const averageAt = (wanted: Level): number =>
    mean(
      tasks
        .filter(({ level }) => level === wanted)
        .map(({ tools, score }) => Math.min(...tools.map((tool) => rates.get(tool) ?? 0)) - score),
    )
  const gap = {
    L1_chain: averageAt('L1_chain'),
    L2_parallel: averageAt('L2_parallel'),
    L3_dag: averageAt('L3_dag'),
  }
  const overall =
    WEIGHTS.L1_chain * gap.L1_chain + WEIGHTS.L2_parallel * gap.L2_parallel + WEIGHTS.L3_dag * gap.L3_dag
  return { overall, ...gap }
}
