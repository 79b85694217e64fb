import type { CheckMetrics, FaultMetrics, InjectionMetrics, LevelGaps, Summary } from '../schema/summary.ts'
import { LEVELS } from '../schema/task.ts'
import { formatCount, groupDigits, pluralizeNoun } from '../shared/english.ts'
import { formatPoints } from './gate-words.ts'

const formatPercent = (share: number): string => `${(100 * share).toFixed(1)} %`
const formatAmount = (value: number): string =>
  value < 10 ? String(Math.round(value * 10) / 10) : groupDigits(Math.round(value))

function formatUnits(value: number | null, unit: string): string[] {
  if (value === null) return []
  const amount = formatAmount(value)
  return [`${amount} ${amount === '1' ? unit : pluralizeNoun(unit)}`]
}

function formatFaultLine({ hits, recovered, over_bound, duplicate_writes }: FaultMetrics): string {
  const parts = [
    `recovered ${recovered} of ${hits}`,
    ...(duplicate_writes === 0 ? [] : [formatCount(duplicate_writes, 'duplicate write')]),
    ...(over_bound === 0 ? [] : [`too many retries in ${formatCount(over_bound, 'attempt')}`]),
  ]
  return `faults: ${parts.join(', ')}`
}

const checkWords = ({ name, attempts, passed, unjudged }: CheckMetrics): string =>
  `${name} ${passed} of ${attempts}${unjudged === 0 ? '' : ` (${unjudged} not judged)`}`

function formatInjectionLine({ utility, utility_under_attack, attack_success }: InjectionMetrics): string {
  const { rate, interval, attempts } = attack_success
  return [
    'injections:',
    ...(utility === null ? [] : [`utility ${formatPercent(utility)},`]),
    ...(utility_under_attack === null
      ? []
      : [`utility under attack ${formatPercent(utility_under_attack)},`]),
    `attack success rate ${formatPercent(rate)} (95 % interval ${formatPercent(interval.low)} to ${formatPercent(interval.high)}, ${formatCount(attempts, 'attempt')})`,
  ].join(' ')
}

type Gap = NonNullable<Summary['composition_gap']>['overall']

/** An agent that solves no step has nothing to lose by composing: a gap of 0 would look like a success. */
function formatGap({ tasks, gap, interval, predicted, steps_solved }: Gap, byLevel: string): string {
  const of = steps_solved === undefined ? '' : `, ${formatPercent(steps_solved)} of which it solves`
  const what = `composition gap (solved, ${tasks} tasks against their single steps${of})`
  if (predicted === 0) return `${what}: none, as these steps predict that no task is solved`
  const [low, high] = [interval.low, interval.high].map(formatPoints)
  return `${what}: ${formatPoints(gap)}, 95 % interval ${low} to ${high}${byLevel}`
}

/** The drops from single calls to each level, in points, and the selection gap with its dagger. */
function formatLevelGaps({ drops, selection_gap, dagger }: LevelGaps): string | undefined {
  const parts = Object.entries(drops).flatMap(([level, drop]) =>
    drop === null ? [] : [`L0 - ${level.slice(0, 2)} ${formatPoints(drop)}`],
  )
  if (parts.length === 0) return undefined
  const gap = selection_gap === null ? [] : [`selection gap ${formatPoints(selection_gap)}`]
  const mark = dagger ? ' † (single calls score less than composed tasks)' : ''
  return `score: ${[...parts, ...gap].join(', ')}${mark}`
}

/** What composing costs an agent, how reliable it is and what it spends, in lines. */
export function renderSummary(
  { level_gaps, composition_gap, reliability, faults, injections, checks, costs }: Summary,
  verbose = false,
): string[] {
  const overallGap = composition_gap?.overall
  const byLevel = LEVELS.flatMap((level) => {
    const gap = composition_gap?.levels[level]
    return gap === undefined ? [] : [`; ${level.slice(0, 2)} ${formatPoints(gap.gap)}`]
  }).join('')
  const { tool_calls, input_tokens, output_tokens, model_calls, duration_ms } = costs
  const tokens =
    input_tokens.per_solved === null || output_tokens.per_solved === null
      ? null
      : input_tokens.per_solved + output_tokens.per_solved
  const per = [
    ...formatUnits(tool_calls.per_solved, 'tool call'),
    ...formatUnits(model_calls.per_solved, 'model call'),
    ...formatUnits(tokens, 'token'),
    ...(duration_ms.per_solved === null ? [] : [`${formatAmount(duration_ms.per_solved / 1000)} s`]),
  ]
  const gaps = level_gaps && (verbose || level_gaps.dagger) ? formatLevelGaps(level_gaps) : undefined
  const last = reliability.at(-1)
  return [
    ...(gaps === undefined ? [] : [gaps]),
    ...(overallGap === undefined ? [] : [formatGap(overallGap, byLevel)]),
    ...(last === undefined
      ? []
      : [
          `in ${last.k} attempts: solved at least once ${formatPercent(last.pass_at_k)}, every time ${formatPercent(last.pass_hat_k)}`,
        ]),
    ...(faults === undefined ? [] : [formatFaultLine(faults)]),
    ...(injections === undefined ? [] : [formatInjectionLine(injections)]),
    ...(checks === undefined ? [] : [`checks: ${checks.map(checkWords).join(', ')}`]),
    ...(per.length === 0 ? [] : [`per solved task (failed attempts count too): ${per.join(', ')}`]),
  ]
}
