import type { TaskScore } from '../schema/score.ts'
import type { Metrics } from '../schema/summary.ts'
import { LEVELS, type Level } from '../schema/task.ts'

/** The score of an attempt without its steps. */
export type ScoreSummary = Omit<TaskScore, 'steps'>

const mean = (values: readonly (number | null)[]): number | null => {
  const present = values.filter((value) => value !== null)
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0) / present.length
}

const computeMeans = (scores: readonly ScoreSummary[]): Metrics => ({
  tasks: scores.length,
  solved: mean(scores.map((score) => (score.solved ? 1 : 0))),
  score: mean(scores.map((score) => score.score)),
  selection: mean(scores.map((score) => score.selection)),
  arguments: mean(scores.map((score) => score.arguments)),
  data_flow: mean(scores.map((score) => score.data_flow)),
  completion: mean(scores.map((score) => score.completion)),
})

const isCounted = ({ free_text }: ScoreSummary): boolean => free_text !== true

/** Means over tasks; a task without a metric is left out of that metric's mean. Free text counts in none. */
export const metricsOf = (scores: readonly ScoreSummary[]): Metrics => computeMeans(scores.filter(isCounted))

/** Metrics of tasks in free text, of which none counts as solved; undefined where there are none. */
export function computeFreeTextMetrics(scores: readonly ScoreSummary[]): Metrics | undefined {
  const selected = scores.filter((score) => !isCounted(score))
  return selected.length === 0 ? undefined : { ...computeMeans(selected), solved: null }
}

/** Metrics of each level that has tasks, simplest level first; free text is left out. */
export function metricsByLevel(scores: readonly ScoreSummary[]): Partial<Record<Level, Metrics>> {
  const levels: Partial<Record<Level, Metrics>> = {}
  for (const level of LEVELS) {
    const selected = scores.filter((score) => score.level === level && isCounted(score))
    if (selected.length > 0) levels[level] = computeMeans(selected)
  }
  return levels
}
