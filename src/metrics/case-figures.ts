import type { Case } from '../schema/run.ts'
import type { Figures } from '../schema/summary.ts'
import { LEVELS, type Level } from '../schema/task.ts'
import { freeTextFigures, metricsByLevel, metricsOf } from './figures.ts'
import { scoresOf } from './scores-of.ts'

/** Figures of some cases: means over the attempts that their run asked for, beside the number of their tasks. */
export function caseFigures(cases: readonly Case[]): {
  levels: Partial<Record<Level, Figures>>
  overall: Figures
  /** Of the tasks that ask for a text in the agent's own words; they are in no level. */
  free_text?: Figures
} {
  const scores = scoresOf(cases)
  const scored = cases.filter(({ outcome }) => outcome === 'scored')
  const levels = metricsByLevel(scores)
  for (const level of LEVELS) {
    const levelFigures = levels[level]
    const tasks = scored.filter((item) => item.level === level && item.score?.free_text !== true).length
    if (levelFigures !== undefined) levels[level] = { ...levelFigures, tasks }
  }
  const free = freeTextFigures(scores)
  const tasks = scored.filter(({ score }) => score?.free_text === true).length
  return {
    levels,
    overall: { ...metricsOf(scores), tasks: scored.length },
    ...(free === undefined ? {} : { free_text: { ...free, tasks } }),
  }
}
