import type { Summary } from '../schema/run.ts'
import { points } from './points.ts'

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const amount = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })

/** What composing costs an agent, how reliable it is and what it spends, in lines. */
export function renderSummary({
  delta,
  weakest_tool_gap,
  selection_gap,
  composition_gap,
  reliability,
  costs,
}: Summary): string[] {
  const gaps = [
    ...(delta === null ? [] : [`L0 minus L3 ${points(delta)}`]),
    ...(weakest_tool_gap === null ? [] : [`weakest tool ${points(weakest_tool_gap)} (the paper's)`]),
    ...(selection_gap === null ? [] : [`composed minus single ${points(selection_gap)}`]),
  ]
  const own = composition_gap?.overall
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
    ...(gaps.length === 0 ? [] : [`composition gap (score): ${gaps.join(', ')}`]),
    ...(own === undefined
      ? []
      : [
          `composition gap against each task's own steps (solved, ${own.tasks} tasks): ${points(own.gap)}, 95 % interval ${points(own.interval.low)} to ${points(own.interval.high)}`,
        ]),
    ...(last === undefined
      ? []
      : [
          `in ${last.k} attempts: solved at least once ${percent(last.pass_at_k)}, every time ${percent(last.pass_hat_k)}`,
        ]),
    ...(per.length === 0 ? [] : [`per solved task: ${per.join(', ')}`]),
  ]
}
