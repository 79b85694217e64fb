import { logChoose } from '../metrics/log-factorial.ts'
import { resampledRatio } from '../metrics/resample.ts'
import type { Gate } from '../schema/gate.ts'
import { COST_METRICS, type CostMetric, type Ledger } from '../schema/ledger.ts'
import { attemptsByKey } from './attempt.ts'
import type { GateRun } from './preflight.ts'
import { atMost, COST_RISE, COST_WARNING, MIN_COST_TASKS, UNSTATED } from './rules.ts'

/**
 * One-sided sign test: the probability of at least `successes` among `trials` that succeed with chance .5
 * or less. 1 without trials.
 */
export function signTest(successes: number, trials: number): number {
  let tail = 0
  for (let x = successes; x <= trials; x++) tail += Math.exp(logChoose(trials, x) - trials * Math.LN2)
  return Math.min(1, tail)
}

type CostChange = Gate['costs'][number]

/** The middle value; of two, the one that `upper` chooses. */
function median(values: readonly number[], upper: boolean): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = upper ? Math.floor(sorted.length / 2) : Math.floor((sorted.length - 1) / 2)
  return sorted[at] as number
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
const mean = (values: readonly number[]): number => sumOf(values) / values.length

function statedCosts(
  metric: CostMetric,
  { attempts, suite }: Pick<GateRun, 'attempts' | 'suite'>,
  { tasks }: Ledger,
): { before: readonly number[]; now: readonly number[] }[] {
  const byKey = attemptsByKey(attempts.filter(({ outcome }) => outcome !== 'errored'))
  return suite.flatMap(({ key }) => {
    const before = tasks[key]?.costs?.[metric] ?? []
    const now = (byKey.get(key) ?? []).flatMap(({ costs }) => costs?.[metric] ?? [])
    return before.length === 0 || now.length === 0 ? [] : [{ before, now }]
  })
}

/**
 * What each kind of cost came to beside the ledger, over the attempts that have an outcome, fresh ones left out, since
 * only suspicious tasks have those. Costs have risen by either of two tests; fewer than ten tasks cannot show a rise.
 *
 * - Over the tasks: more of them than not rose by more than the limit, by a sign test at p <= .001. A task's cost is the
 *   median of its attempts. An attempt of an unchanged agent is above the median of its record in half of the cases at
 *   most, whatever the distribution. Of two middle values the ledger takes the larger and the run the smaller one.
 * - In total: the sum over the tasks rose by more than the limit, even at the lower end of its interval, which comes from
 *   resampling the tasks. A single expensive task does not count as a rise, since many resamples do not hold it.
 *
 * @param limit Largest rise that is allowed, a share; default .2
 */
export function costChanges(
  run: Pick<GateRun, 'attempts' | 'suite'>,
  ledger: Ledger,
  limit: number = COST_WARNING,
): CostChange[] {
  return COST_METRICS.flatMap((metric) => {
    const stated = statedCosts(metric, run, ledger)
    if (stated.length === 0) return []
    const pairs = stated.map(({ before, now }) => ({ before: median(before, true), now: median(now, false) }))
    const ratios = pairs.flatMap(({ before, now }) => (before > 0 ? [now / before] : []))
    const most = (1 + limit) * (1 + 1e-9)
    const p = signTest(pairs.filter(({ before, now }) => now > before * most).length, pairs.length)
    const total = totalOf(stated)
    return [
      {
        metric,
        tasks: pairs.length,
        before: median(
          pairs.map(({ before }) => before),
          false,
        ),
        now: median(
          pairs.map(({ now }) => now),
          false,
        ),
        ratio: ratios.length === 0 ? 1 : median(ratios, false),
        p,
        total,
        risen: atMost(p, COST_RISE) || (pairs.length >= MIN_COST_TASKS && total.low > most),
      },
    ]
  })
}

function totalOf(stated: ReturnType<typeof statedCosts>): CostChange['total'] {
  const means = stated.map(({ before, now }) => ({ before: mean(before), now: mean(now) }))
  const [before, now] = [sumOf(means.map((one) => one.before)), sumOf(means.map((one) => one.now))]
  if (before === 0) return { before, now, ratio: 1, low: 1, high: 1 }
  return { before, now, ratio: now / before, ...resampledRatio(means) }
}

/**
 * Costs that the ledger knows and that the run no longer states, at more than one task in twenty: a limit cannot be held
 * against them. Tasks that the run did not solve are left out: an agent that fails at once used nothing.
 */
export function unstatedCosts(
  { attempts, suite }: Pick<GateRun, 'attempts' | 'suite'>,
  { tasks }: Ledger,
): string[] {
  const solved = attemptsByKey(attempts.filter(({ outcome }) => outcome === 'solved'))
  return COST_METRICS.flatMap((metric) => {
    const known = suite.filter(({ key }) => tasks[key]?.costs?.[metric] !== undefined && solved.has(key))
    const silent = known.filter(({ key }) =>
      (solved.get(key) ?? []).every(({ costs }) => costs?.[metric] === undefined),
    )
    if (
      silent.length <= Math.max(UNSTATED.least, UNSTATED.share * known.length) &&
      silent.length < known.length
    )
      return []
    if (silent.length === 0) return []
    return [
      `Failed to check costs: the agent no longer reports ${metric} for ${silent.length} of ${known.length} tasks, ` +
        `first for ${silent[0]?.task_id}, but the ledger has them. Report usage again, or remove maxCostIncrease.`,
    ]
  })
}
