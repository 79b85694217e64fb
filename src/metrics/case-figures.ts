import type { Case } from '../schema/run.ts'
import type { Figures } from '../schema/summary.ts'
import { LEVELS, type Level } from '../schema/task.ts'
import { figuresByLevel, figuresOf } from './figures.ts'
import { scoresOf } from './scores-of.ts'

/** Figures of some cases: means over the attempts that their run asked for, beside the number of their tasks. */
export function caseFigures(cases: readonly Case[]): {
  levels: Partial<Record<Level, Figures>>
  overall: Figures
} {
  const scores = scoresOf(cases)
  const scored = cases.filter(({ outcome }) => outcome === 'scored')
  const levels = figuresByLevel(scores)
  for (const level of LEVELS) {
    const own = levels[level]
    const tasks = scored.filter((item) => item.level === level).length
    if (own !== undefined) levels[level] = { ...own, tasks }
  }
  return { levels, overall: { ...figuresOf(scores), tasks: scored.length } }
}
