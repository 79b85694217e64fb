import type { AttemptRecord, Case } from '../schema/run.ts'
import type { Figures, Summary } from '../schema/summary.ts'
import { LEVELS, type Level } from '../schema/task.ts'
import { compositionGap } from './composition-gap.ts'
import { costsOf } from './costs.ts'
import { freeTextFigures, metricsByLevel, metricsOf } from './figures.ts'
import { checkFigures, faultFigures, injectionFigures } from './hardship.ts'
import { passAtK, passHatK } from './pass-at-k.ts'
import { scoresOf } from './scores-of.ts'
import { levelDrop, singleCallRates, weakestToolGap } from './weakest-tool-gap.ts'

/** Metrics of some cases: means over the attempts that their run asked for, beside the number of their tasks. */
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

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const attemptsOf = ({ attempts = [] }: Case): AttemptRecord[] =>
  attempts.filter(({ fresh, outcome }) => fresh !== true && outcome === 'scored')

/** pass@k and pass^k for each k that every task has attempts for; nothing where each has one. */
function reliabilityOf(cases: readonly Case[]): Summary['reliability'] {
  const tries = cases.map(attemptsOf).filter(({ length }) => length > 0)
  const least = Math.min(...tries.map(({ length }) => length))
  if (tries.length === 0 || least < 2) return []
  const counts = tries.map((attemptsOfItem) => ({
    n: attemptsOfItem.length,
    c: attemptsOfItem.filter(({ score }) => score?.solved === true).length,
  }))
  return Array.from({ length: least }, (_, i) => ({
    k: i + 1,
    pass_at_k: mean(counts.map(({ n, c }) => passAtK(n, c, i + 1))),
    pass_hat_k: mean(counts.map(({ n, c }) => passHatK(n, c, i + 1))),
  }))
}

/** The mean score of composed levels minus that of single calls, levels weighing the same; null where either is missing. */
function selectionGapOf(levels: Partial<Record<Level, { score: number | null }>>): number | null {
  const single = levels.L0_node?.score ?? null
  const composed = LEVELS.slice(1).flatMap((level) => levels[level]?.score ?? [])
  return single === null || composed.length === 0 ? null : mean(composed) - single
}

/**
 * The weakest-tool gap over the composed tasks all of whose tools were tried by single calls; null where a composed
 * level of the run has none. (The paper counts a tool that was never tried as one that the agent cannot use.)
 */
function weakestToolOf(cases: readonly Case[]): number | null {
  const outcomes = cases.flatMap(({ level, tools, score }) =>
    tools === undefined || score === undefined
      ? []
      : [{ level, tools, score: score.score, mastered: score.solved }],
  )
  const tried = singleCallRates(outcomes)
  const measured = outcomes.filter(({ tools }) => tools.every((tool) => tried.has(tool)))
  const composed = LEVELS.slice(1).filter((level) => outcomes.some((one) => one.level === level))
  const isMeasured = composed.every((level) => measured.some((one) => one.level === level))
  return composed.length > 0 && isMeasured ? weakestToolGap(measured).overall : null
}

/** A task of the run of which every step was tried alone. */
export interface ProbedSteps {
  suite: string
  key: string
  pattern?: string
  steps: readonly { successes: number; attempts: number }[]
}

/** Seed of the resamples. */
const SEED = 42

/** The composition gap against each task's own steps; nothing where none was tried alone. */
function gapOf(cases: readonly Case[], probed: readonly ProbedSteps[]): Pick<Summary, 'composition_gap'> {
  const found = probed.flatMap(({ suite, key, pattern, steps }) => {
    const item = cases.find((one) => one.suite === suite && one.key === key)
    const attemptsOfItem = item === undefined ? [] : attemptsOf(item)
    if (item === undefined || attemptsOfItem.length === 0 || steps.some(({ attempts }) => attempts === 0))
      return []
    const successes = attemptsOfItem.filter(({ score }) => score?.solved === true).length
    const whole = { successes, attempts: attemptsOfItem.length }
    return [{ task_id: item.task_id, level: item.level, pattern, whole, steps }]
  })
  return found.length === 0 ? {} : { composition_gap: compositionGap(found, SEED) }
}

/** Metrics on one agent's run as a whole, beside those by level. */
export function summaryOf(
  cases: readonly Case[],
  agent: string,
  project?: string,
  probed: readonly ProbedSteps[] = [],
): Summary {
  const figures = caseFigures(cases)
  const scores = cases.flatMap((item) => attemptsOf(item).flatMap(({ score }) => score ?? []))
  const faults = faultFigures(scores)
  const injections = injectionFigures(scores)
  const checks = checkFigures(scores)
  return {
    agent,
    ...(project === undefined ? {} : { project }),
    ...figures,
    ...gapOf(cases, probed),
    level_drop: levelDrop(figures.levels),
    weakest_tool_gap: weakestToolOf(cases),
    selection_gap: selectionGapOf(figures.levels),
    reliability: reliabilityOf(cases),
    ...(faults === undefined ? {} : { faults }),
    ...(injections === undefined ? {} : { injections }),
    ...(checks === undefined ? {} : { checks }),
    costs: costsOf(
      cases.flatMap((item) =>
        attemptsOf(item).map(({ score, usage, calls, duration_ms }) => ({
          solved: score?.solved === true,
          usage: usage === undefined || usage.model_calls === 0 ? undefined : usage,
          calls,
          duration_ms,
        })),
      ),
    ),
  }
}
