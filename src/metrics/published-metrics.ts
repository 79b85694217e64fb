import type { ErrorType, PublishedScore } from '../schema/published-score.ts'
import { LEVELS, type Level } from '../schema/task.ts'
import {
  computeSingleCallRates,
  computeWeakestToolGap,
  mean,
  type WeakestToolGap,
} from './weakest-tool-gap.ts'

/** From here on a tool counts as mastered in a task of one call. */
const MASTERED = 0.85
/** What the published benchmark prints of a run. Shares and scores are from 0 to 1. Source: CompToolBench. */
export interface PublishedMetrics {
  /** Number of tasks. */
  tasks: number
  /** Mean score over all tasks, so levels weigh as many tasks as they have. */
  overall: number
  /** Mean score by level. */
  levels: Partial<Record<Level, number>>
  /** How far composed tasks fall behind the weakest of their tools. */
  gap: WeakestToolGap
  /** Always 1 where anything matched: only calls of the right tool match. */
  tool_selection: number
  /** Mean score of arguments. */
  arguments: number
  /** Tasks without dependencies count 1. */
  data_flow: number
  /** Mean score of completion. */
  completion: number
  /** Labels E6 and E8 of all tasks over the number of composed ones; may exceed 1. */
  hallucinated_tool_rate: number
  /** Labels of early termination of all tasks over the number of composed ones. */
  early_termination_rate: number
  /** Number of labels by kind. */
  errors: Partial<Record<ErrorType, number>>
  /** Share of single-call tasks solved, by tool. */
  tools: Record<string, number>
}

/**
 * Metrics of a run as the CompToolBench paper defines them, for comparison with its leaderboard. Source: the published
 * metrics' behaviour, measured.
 */
export function publishedMetricsOf(scores: readonly PublishedScore[]): PublishedMetrics {
  const outcomes = scores.map(({ level, score, steps }) => ({
    level,
    score,
    tools: steps.map(({ tool_name }) => tool_name),
    mastered: score >= MASTERED,
  }))
  const selectLevel = (level: Level) => scores.filter((score) => score.level === level)
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
      LEVELS.filter((level) => selectLevel(level).length > 0).map((level) => [
        level,
        mean(selectLevel(level).map(({ score }) => score)),
      ]),
    ),
    gap: computeWeakestToolGap(outcomes),
    tool_selection: matched.length > 0 ? 1 : 0,
    arguments: mean(matched.map((step) => step.arguments)),
    data_flow: mean(scores.map(({ data_flow }) => data_flow)),
    completion: steps.length === 0 ? 0 : matched.length / steps.length,
    hallucinated_tool_rate: rate('E6_hallucinated_tool'),
    early_termination_rate: rate('E8_partial_completion'),
    errors,
    tools: Object.fromEntries(computeSingleCallRates(outcomes)),
  }
}
