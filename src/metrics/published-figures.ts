import type { ErrorType, PublishedScore } from '../schema/published-score.ts'
import { LEVELS, type Level } from '../schema/task.ts'

/** From here on a tool counts as mastered in a task of one call. */
const MASTERED = 0.85
/** Share of each level in the published composition gap; a level without tasks counts 0. */
const GAP_WEIGHTS = { L1_chain: 0.3, L2_parallel: 0.3, L3_dag: 0.4 } as const

export interface PublishedFigures {
  tasks: number
  /** Mean score over all tasks, so levels weigh as many tasks as they have. */
  overall: number
  levels: Partial<Record<Level, number>>
  /**
   * Weakest-tool gap: for each composed task the least share of single-call tasks solved with one of its tools, 0 for a
   * tool without such a task, minus its score; means by level, and their weighted sum.
   */
  gap: { overall: number; L1_chain: number; L2_parallel: number; L3_dag: number }
  /** Always 1 where anything matched: only calls of the right tool match. */
  tool_selection: number
  arguments: number
  /** Tasks without dependencies count 1. */
  data_flow: number
  completion: number
  /** Labels E6 and E8 of all tasks over the number of composed ones; may exceed 1. */
  hallucinated_tool_rate: number
  early_termination_rate: number
  errors: Partial<Record<ErrorType, number>>
  /** Share of single-call tasks solved, by tool. */
  tools: Record<string, number>
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

function singleCallAccuracy(scores: readonly PublishedScore[]): Map<string, number> {
  const byTool = new Map<string, number[]>()
  for (const { level, score, steps } of scores) {
    if (level !== 'L0_node') continue
    const tool = steps[0]?.tool_name ?? ''
    const outcomes = byTool.get(tool) ?? []
    outcomes.push(score >= MASTERED ? 1 : 0)
    byTool.set(tool, outcomes)
  }
  const names = [...byTool.keys()].sort()
  return new Map(names.map((name) => [name, mean(byTool.get(name) ?? [])]))
}

/**
 * Figures of a run as the CompToolBench paper defines them, for comparison with its leaderboard. Source: the published
 * metrics' behaviour, measured.
 */
export function publishedFiguresOf(scores: readonly PublishedScore[]): PublishedFigures {
  const tools = singleCallAccuracy(scores)
  const at = (level: Level) => scores.filter((score) => score.level === level)
  const gapAt = (level: Level): number =>
    mean(
      at(level).map(
        ({ score, steps }) => Math.min(...steps.map(({ tool_name }) => tools.get(tool_name) ?? 0)) - score,
      ),
    )
  const gap = { L1_chain: gapAt('L1_chain'), L2_parallel: gapAt('L2_parallel'), L3_dag: gapAt('L3_dag') }
  const steps = scores.flatMap((score) => score.steps)
  const matched = steps.filter(({ call }) => call !== null)
  const errors: Partial<Record<ErrorType, number>> = {}
  for (const { error_type } of scores) {
    if (error_type !== null) errors[error_type] = (errors[error_type] ?? 0) + 1
  }
  const composed = scores.filter(({ level }) => level !== 'L0_node').length
  const rate = (label: ErrorType) => (composed === 0 ? 0 : (errors[label] ?? 0) / composed)
  return {
    tasks: scores.length,
    overall: mean(scores.map(({ score }) => score)),
    levels: Object.fromEntries(
      LEVELS.filter((level) => at(level).length > 0).map((level) => [
        level,
        mean(at(level).map(({ score }) => score)),
      ]),
    ),
    gap: {
      overall:
        GAP_WEIGHTS.L1_chain * gap.L1_chain +
        GAP_WEIGHTS.L2_parallel * gap.L2_parallel +
        GAP_WEIGHTS.L3_dag * gap.L3_dag,
      ...gap,
    },
    tool_selection: matched.length > 0 ? 1 : 0,
    arguments: mean(matched.map((step) => step.arguments)),
    data_flow: mean(scores.map(({ data_flow }) => data_flow)),
    completion: steps.length === 0 ? 0 : matched.length / steps.length,
    hallucinated_tool_rate: rate('E6_hallucinated_tool'),
    early_termination_rate: rate('E8_partial_completion'),
    errors,
    tools: Object.fromEntries(tools),
  }
}
