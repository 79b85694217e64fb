import type { CheckMetrics, FaultMetrics, InjectionMetrics, Summary } from '../schema/summary.ts'
import { LEVELS } from '../schema/task.ts'
import { counted } from '../shared/english.ts'
import { points } from './gate-words.ts'

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const amount = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })

function faultLine({ hits, recovered, over_bound, duplicate_writes }: FaultMetrics): string {
  const parts = [
    `recovered ${recovered} of ${hits}`,
    ...(duplicate_writes === 0 ? [] : [counted(duplicate_writes, 'duplicate write')]),
    ...(over_bound === 0 ? [] : [`too many retries in ${counted(over_bound, 'attempt')}`]),
  ]
  return `faults: ${parts.join(', ')}`
}

const checkWords = ({ name, attempts, passed, unjudged }: CheckMetrics): string =>
  `${name} ${passed} of ${attempts}${unjudged === 0 ? '' : ` (${unjudged} not judged)`}`

function injectionLine({ utility, utility_under_attack, attack_success }: InjectionMetrics): string {
  const { rate, interval, attempts } = attack_success
  return [
    'injections:',
    ...(utility === null ? [] : [`utility ${percent(utility)},`]),
    `utility under attack ${percent(utility_under_attack)},`,
    `attack success rate ${percent(rate)} (95 % interval ${percent(interval.low)} to ${percent(interval.high)}, ${counted(attempts, 'attempt')})`,
  ].join(' ')
}

/** What composing costs an agent, how reliable it is and what it spends, in lines. */
export function renderSummary(
  { level_drop, composition_gap, reliability, faults, injections, checks, costs }: Summary,
  verbose = false,
): string[] {
  const overallGap = composition_gap?.overall
  const byLevel = LEVELS.flatMap((level) => {
    const gap = composition_gap?.levels[level]
    return gap === undefined ? [] : [`; ${level.slice(0, 2)} ${points(gap.gap)}`]
  }).join('')
  const { tool_calls, input_tokens, output_tokens, model_calls, duration_ms } = costs
  const tokens =
    input_tokens.per_solved === null || output_tokens.per_solved === null
      ? undefined
      : input_tokens.per_solved + output_tokens.per_solved
  const per = [
    ...(tool_calls.per_solved === null ? [] : [`${amount(tool_calls.per_solved)} tool calls`]),
    ...(model_calls.per_solved === null ? [] : [`${amount(model_calls.per_solved)} model calls`]),
    ...(tokens === undefined ? [] : [`${amount(tokens)} tokens`]),
    ...(duration_ms.per_solved === null ? [] : [`${amount(duration_ms.per_solved / 1000)} s`]),
  ]
  const last = reliability.at(-1)
  return [
    ...(level_drop === null || !verbose ? [] : [`score: level_drop ${points(level_drop)}`]),
    ...(overallGap === undefined
      ? []
      : [
          `composition gap (solved, ${overallGap.tasks} tasks against their single steps): ${points(overallGap.gap)}, 95 % interval ${points(overallGap.interval.low)} to ${points(overallGap.interval.high)}${byLevel}`,
        ]),
    ...(last === undefined
      ? []
      : [
          `in ${last.k} attempts: solved at least once ${percent(last.pass_at_k)}, every time ${percent(last.pass_hat_k)}`,
        ]),
    ...(faults === undefined ? [] : [faultLine(faults)]),
    ...(injections === undefined ? [] : [injectionLine(injections)]),
    ...(checks === undefined ? [] : [`checks: ${checks.map(checkWords).join(', ')}`]),
    ...(per.length === 0 ? [] : [`per solved task: ${per.join(', ')}`]),
  ]
}
