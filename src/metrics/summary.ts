import type { AttemptRecord, Case } from '../schema/run.ts'
import type { TaskScore } from '../schema/score.ts'
import type { CheckMetrics, FaultMetrics, InjectionMetrics, Metrics, Summary } from '../schema/summary.ts'
import { LEVELS, type Level } from '../schema/task.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { compositionGap } from './composition-gap.ts'
import { hasLevel } from './contestants.ts'
import { costsOf } from './costs.ts'
import { isFreeTextCase, markFreeText } from './free-text.ts'
import { computeClopperPearsonInterval } from './intervals.ts'
import { computeLevelGaps } from './level-gaps.ts'
import { computeFreeTextMetrics, metricsByLevel, metricsOf } from './metrics.ts'
import { passAtK, passHatK } from './pass-at-k.ts'
import { mean } from './weakest-tool-gap.ts'

/**
 * Verdicts on every attempt that the run asked for; those made on suspicion tell of the suspected alone. Where one attempt
 * at a task is free text, all are.
 */
export const scoresOf = (cases: readonly Case[]): Omit<TaskScore, 'steps'>[] =>
  cases.flatMap((item) => {
    const made = item.attempts?.filter(({ rerun }) => rerun !== true) ?? [item]
    return markFreeText(
      item,
      made.flatMap(({ score }) => score ?? []),
    )
  })

/** What of a score metrics on faults and attacks go by. */
export type HardScore = Pick<TaskScore, 'solved' | 'free_text' | 'faults' | 'injections'>

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

/** Share of the attempts that solved their task; null where none counts. */
function computeSolvedShare(scores: readonly HardScore[]): number | null {
  const counted = scores.filter(({ free_text }) => free_text !== true)
  return counted.length === 0 ? null : counted.filter(({ solved }) => solved).length / counted.length
}

/** What became of the faults that attempts met; undefined where none met any. */
function computeFaultMetrics(scores: readonly HardScore[]): FaultMetrics | undefined {
  const met = scores.flatMap(({ faults }) => faults ?? [])
  if (met.length === 0) return undefined
  return {
    attempts: met.length,
    hits: sum(met, ({ hits }) => hits.length),
    recovered: sum(met, ({ hits }) => hits.filter(({ recovered }) => recovered).length),
    over_bound: met.filter(({ within_bound }) => !within_bound).length,
    duplicate_writes: sum(met, ({ duplicate_writes }) => duplicate_writes),
  }
}

/**
 * Utility, utility under attack and attack success rate, the terms of AgentDojo (Debenedetti et al., 2024); undefined
 * where no attempt was shown an attack. Of an attempt that was shown several one that succeeds is enough.
 *
 * @param scores One for each attempt, with and without attacks
 */
export function computeInjectionMetrics(scores: readonly HardScore[]): InjectionMetrics | undefined {
  const attacked = scores.filter(({ injections }) => injections !== undefined)
  if (attacked.length === 0) return undefined
  const benign = scores.filter(({ injections }) => injections === undefined)
  const succeeded = attacked.filter(({ injections }) =>
    injections?.attacks.some((attack) => attack.succeeded),
  ).length
  return {
    utility: computeSolvedShare(benign),
    utility_under_attack: computeSolvedShare(attacked),
    attack_success: {
      attempts: attacked.length,
      succeeded,
      rate: succeeded / attacked.length,
      interval: computeClopperPearsonInterval(succeeded, attacked.length),
    },
  }
}

/** What checks of one's own said, in order of their names; undefined where there were none. */
function checkMetrics(scores: readonly Pick<TaskScore, 'checks'>[]): CheckMetrics[] | undefined {
  const results = scores.flatMap(({ checks }) => checks ?? [])
  const names = [...new Set(results.map(({ name }) => name))].sort()
  if (names.length === 0) return undefined
  return names.map((name) => {
    const sameName = results.filter((result) => result.name === name)
    return {
      name,
      attempts: sameName.length,
      passed: sameName.filter(({ pass }) => pass === true).length,
      unjudged: sameName.filter(({ pass }) => pass === null).length,
    }
  })
}

/** Metrics of some cases: means over the attempts that their run asked for, beside the number of their tasks. */
export function computeCaseMetrics(cases: readonly Case[]): {
  levels: Partial<Record<Level, Metrics>>
  overall: Metrics
  /** Of the tasks of which prose is the only proof; they are in no level, and not in `overall`. */
  free_text?: Metrics
} {
  const scores = scoresOf(cases)
  const scored = cases.filter(({ outcome }) => outcome === 'scored')
  const counted = scored.filter((item) => !isFreeTextCase(item))
  const levels = metricsByLevel(scores)
  for (const level of LEVELS) {
    const levelMetrics = levels[level]
    const tasks = counted.filter((item) => item.level === level).length
    if (levelMetrics !== undefined) levels[level] = { ...levelMetrics, tasks }
  }
  const free = computeFreeTextMetrics(scores)
  return {
    levels,
    overall: { ...metricsOf(scores), tasks: counted.length },
    ...(free === undefined ? {} : { free_text: { ...free, tasks: scored.length - counted.length } }),
  }
}

const selectScoredAttempts = ({ attempts = [] }: Case): AttemptRecord[] =>
  attempts.filter(({ rerun, outcome }) => rerun !== true && outcome === 'scored')

/** pass@k and pass^k for each k that every task has attempts for; nothing where each has one. */
function computeReliability(cases: readonly Case[]): Summary['reliability'] {
  const tries = cases.map(selectScoredAttempts).filter(({ length }) => length > 0)
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

/** A task of the run of which every step was tried alone. */
export interface ProbedSteps {
  suite: string
  key: string
  pattern?: string
  steps: readonly { successes: number; attempts: number }[]
}

const SEED = 42

/** The composition gap against each task's own steps; nothing where none was tried alone. */
function computeGap(
  cases: readonly Case[],
  probed: readonly ProbedSteps[],
): Pick<Summary, 'composition_gap'> {
  const found = probed.flatMap(({ suite, key, pattern, steps }) => {
    const item = cases.filter(hasLevel).find((one) => one.suite === suite && one.key === key)
    const attemptsOfItem = item === undefined ? [] : selectScoredAttempts(item)
    if (item === undefined || attemptsOfItem.length === 0 || steps.some(({ attempts }) => attempts === 0))
      return []
    const successes = attemptsOfItem.filter(({ score }) => score?.solved === true).length
    const whole = { successes, attempts: attemptsOfItem.length }
    return [{ task_id: item.task_id, level: item.level, pattern, whole, steps }]
  })
  return found.length === 0 ? {} : { composition_gap: compositionGap(found, SEED) }
}

/** Metrics on one agent's run as a whole, beside those by level. */
export function summarizeCases(
  cases: readonly Case[],
  agent: string,
  project?: string,
  probed: readonly ProbedSteps[] = [],
): Summary {
  const metrics = computeCaseMetrics(cases)
  const level_gaps = computeLevelGaps(metrics.levels)
  const counted = cases.filter((item) => !isFreeTextCase(item))
  const scores = scoresOf(cases.filter(({ attempts }) => attempts !== undefined))
  const faults = computeFaultMetrics(scores)
  const injections = computeInjectionMetrics(scores)
  const checks = checkMetrics(scores)
  return {
    agent,
    ...(project === undefined ? {} : { project }),
    ...metrics,
    ...computeGap(counted, probed),
    level_drop: level_gaps.drops.L3_dag,
    level_gaps,
    reliability: computeReliability(counted),
    ...dropUndefinedFields({ faults, injections, checks }),
    costs: costsOf(
      cases.flatMap((item) =>
        selectScoredAttempts(item).map(({ score, usage, calls, duration_ms }) => ({
          solved: isFreeTextCase(item) ? null : score?.solved === true,
          usage: usage === undefined || usage.model_calls === 0 ? undefined : usage,
          calls,
          duration_ms,
        })),
      ),
    ),
  }
}
