import type { TaskScore } from '../schema/score.ts'
import type { Metrics } from '../schema/summary.ts'
import { LEVELS, type Level } from '../schema/task.ts'

export type ScoreSummary = Omit<TaskScore, 'steps'>

const mean = (values: readonly (number | null)[]): number | null => {
  const present = values.filter((value) => value !== null)
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0) / present.length
}

/** Means over tasks; a task without a metric is left out of that metric's mean. */
export const metricsOf = (scores: readonly ScoreSummary[]): Metrics => ({
  tasks: scores.length,
  solved: mean(scores.map((score) => (score.solved ? 1 : 0))),
  score: mean(scores.map((score) => score.score)),
  selection: mean(scores.map((score) => score.selection)),
  arguments: mean(scores.map((score) => score.arguments)),
  data_flow: mean(scores.map((score) => score.data_flow)),
  completion: mean(scores.map((score) => score.completion)),
})

/** Metrics of the tasks that ask for a text in the agent's own words; undefined where none does. */
export function computeFreeTextMetrics(scores: readonly ScoreSummary[]): Metrics | undefined {
  const selected = scores.filter((score) => score.free_text === true)
  return selected.length === 0 ? undefined : metricsOf(selected)
}

/** Metrics of each level that has tasks, simplest level first; tasks that ask for free text are left out. */
export function metricsByLevel(scores: readonly ScoreSummary[]): Partial<Record<Level, Metrics>> {
  const levels: Partial<Record<Level, Metrics>> = {}
  for (const level of LEVELS) {
    const selected = scores.filter((score) => score.level === level && score.free_text !== true)
    if (selected.length > 0) levels[level] = metricsOf(selected)
  }
  return levels
}
