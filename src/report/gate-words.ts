import type { Gate } from '../schema/gate.ts'
import type { ReportGate } from '../schema/report.ts'
import { points } from './points.ts'

const times = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
const of = ({ successes, attempts }: { successes: number; attempts: number }): string =>
  `${successes} of ${attempts}`
const figure = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0))

/** A p value for people. */
const pValue = (value: number): string => (value < 0.0001 ? 'p < 0.0001' : `p = ${value.toFixed(4)}`)

/** What can be told of a gate, whatever it is shown in. */
type Told = Pick<Gate, 'evidence' | 'least_broken' | 'smallest_drop'>
type Stratum = Gate['strata'][number]
type Suspect = Pick<Gate['tasks'][number], 'ledger' | 'now' | 'posterior' | 'recovered'>
type Cost = Gate['costs'][number]

/** How a group of tasks fares beside the ledger. */
export const stratumWords = ({ stratum, ledger, now, p, margin }: Stratum): string =>
  `${stratum === 'overall' ? 'all tasks' : stratum}: solved ${of(now)} now, ${of(ledger)} in the ledger ` +
  `(worse by more than one point, here ${times(margin, 'attempt')}: ${pValue(p)})`

/** How a task fares beside the ledger, fresh attempts counted. */
export const suspectWords = ({ ledger, now, posterior, recovered }: Suspect): string =>
  `solved ${of(now)} now, ${of(ledger)} in the ledger (P = ${posterior.toFixed(2)}` +
  `${recovered === true ? ', recovered since' : ''})`

/** What single tasks come to. */
function evidenceWords({ lambda, highest, broken }: NonNullable<Gate['evidence']>): string {
  const size = lambda >= 1e6 ? 'over a million' : figure(lambda)
  const before = highest >= 100 && lambda < 100 ? `, ${figure(highest)} before the last attempts` : ''
  return `single tasks: Λ = ${size}${before} (100 is a regression), about ${broken.toFixed(1)} of them broken`
}

function leastWords(least: number | null): string {
  if (least === null)
    return 'no outcome of single tasks could have been called a regression; add runs to the ledger'
  if (least === 1) return 'one task broken outright would have been called a regression'
  return `${least} tasks broken outright would have been called a regression, fewer would not`
}

/** What was weighed and what would have been seen, in a line each. */
export function sightWords({ evidence, least_broken, smallest_drop }: Told): string[] {
  if (evidence === null) return []
  return [
    evidenceWords(evidence),
    leastWords(least_broken),
    smallest_drop === null
      ? 'no drop over all tasks would be seen with 80 % power'
      : `a drop of ${points(smallest_drop)} over all tasks is seen with 80 % power`,
  ]
}

/** A kind of cost that rose beyond the limit. */
export const riseWords = (
  { figure: what, ratio, before, now, p }: Cost,
  limit: number | undefined,
): string => {
  const allowed = limit === undefined ? '' : `, maxCostIncrease allows ${(1 + limit).toFixed(2)}`
  return `${what} rose: ${ratio.toFixed(2)} times the ledger's (median ${now} a task, before ${before}; ${pValue(p)}${allowed})`
}

/** Costs beside the ledger's, in one line. */
export const costWords = (costs: readonly Cost[]): string =>
  `median of a task: ${costs.map(({ figure: what, before, now }) => `${now} ${what} (before ${before})`).join(', ')}`

/** Seeds of worlds, rising. */
export function seedWords(seeds: readonly number[]): string {
  const listed = seeds.length > 6 ? `${seeds[0]} to ${seeds.at(-1)}` : seeds.join(', ')
  return `${times(seeds.length, 'world')} (seed${seeds.length === 1 ? '' : 's'} ${listed})`
}

/** All that is to be said of a gate beside its verdict and the tasks that it names, a fact a line. */
export function gateFacts(gate: ReportGate): string[] {
  const { strata, looked, costs, edited, worlds, max_cost_increase: limit } = gate
  return [
    ...strata.map((stratum) => `${stratumWords(stratum)}${stratum.regressed ? ': worse' : ''}`),
    ...looked
      .toSorted((one, other) => other.posterior - one.posterior)
      .slice(0, MOST)
      .map((task) => `${task.task_id}: ${suspectWords(task)}${task.regressed ? ': broken' : ''}`),
    ...(looked.length > MOST ? [`${times(looked.length - MOST, 'more task')} attempted again`] : []),
    ...sightWords(gate),
    ...costs.filter(({ risen }) => risen).map((cost) => riseWords(cost, limit ?? undefined)),
    ...(costs.length === 0 ? [] : [costWords(costs)]),
    ...(worlds.length === 0 ? [] : [`records from ${seedWords(worlds)}`]),
    ...(edited.length === 0
      ? []
      : [`${times(edited.length, 'task')} edited since and not gated until \`tracewright ledger update\``]),
  ]
}

/** Suspects are listed up to so many. */
const MOST = 8
