import { figuresByLevel, figuresOf, freeTextFigures } from '../../metrics/figures.ts'
import { publishedFiguresOf, untriedTasks } from '../../metrics/published-figures.ts'
import { levelDrop } from '../../metrics/weakest-tool-gap.ts'
import type { PublishedScore } from '../../schema/published-score.ts'
import type { TaskScore } from '../../schema/score.ts'

/** What `score` prints for the causal scorer. */
export function causalDocument(scores: readonly TaskScore[]) {
  const levels = figuresByLevel(scores)
  const free = freeTextFigures(scores)
  return {
    scorer: 'causal' as const,
    overall: figuresOf(scores),
    levels,
    ...(free === undefined ? {} : { free_text: free }),
    gap: { level_drop: levelDrop(levels) },
    tasks: scores,
  }
}

/** What `score` prints for the published scorer. */
export function publishedDocument(scores: readonly PublishedScore[]) {
  const { tasks, overall, levels, gap, errors, tools, ...shares } = publishedFiguresOf(scores)
  const byLevel = Object.fromEntries(
    Object.entries(levels).map(([level, score]) => [
      level,
      { tasks: scores.filter((each) => each.level === level).length, score },
    ]),
  )
  return {
    scorer: 'published' as const,
    overall: { tasks, score: overall, ...shares },
    levels: byLevel,
    gap: { ...gap, untried: untriedTasks(scores), level_drop: levelDrop(byLevel) },
    errors,
    tools,
    tasks: scores,
  }
}
