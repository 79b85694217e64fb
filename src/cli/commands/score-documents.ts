import { figuresByLevel, figuresOf } from '../../metrics/figures.ts'
import { publishedFiguresOf } from '../../metrics/published-figures.ts'
import type { PublishedScore } from '../../schema/published-score.ts'
import type { TaskScore } from '../../schema/score.ts'
import type { Level } from '../../schema/task.ts'

/** The paper's delta: single calls minus DAGs, null where either level has no tasks. */
const deltaOf = (levels: Partial<Record<Level, { score: number | null }>>): number | null => {
  const [single, dag] = [levels.L0_node?.score, levels.L3_dag?.score]
  return single == null || dag == null ? null : single - dag
}

/** What `score` prints for the causal scorer. */
export function causalDocument(scores: readonly TaskScore[]) {
  const levels = figuresByLevel(scores)
  return {
    scorer: 'causal' as const,
    overall: figuresOf(scores),
    levels,
    gap: { delta: deltaOf(levels) },
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
    gap: { ...gap, delta: deltaOf(byLevel) },
    errors,
    tools,
    tasks: scores,
  }
}
