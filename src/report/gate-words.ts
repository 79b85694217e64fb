import { MAX_FRESH_ATTEMPTS } from '../ledger/thresholds.ts'
import type { Gate } from '../schema/gate.ts'
import { counted } from '../shared/english.ts'
import { shortList } from '../shared/problem-list.ts'

/** A difference of shares in percentage points, `6.2 points`. */
export const points = (share: number): string => `${(100 * share).toFixed(1)} points`

const of = ({ successes, attempts }: { successes: number; attempts: number }): string =>
  `${successes} of ${attempts}`
const rounded = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0))

const pValue = (value: number): string => (value < 0.0001 ? 'p < 0.0001' : `p = ${value.toFixed(4)}`)

type Stratum = Gate['strata'][number]

const VERDICTS: Readonly<Record<Gate['verdict'], string>> = {
  regressed: 'REGRESSED',
  ok: 'ok',
  inconclusive: 'inconclusive',
  error: 'no verdict',
  ungated: 'not gated: only a part was run',
}

/** Whether a gate neither clears nor rejects a run, and fails it. */
const isUndecided = ({ verdict, exit }: Pick<Gate, 'verdict' | 'exit'>): boolean =>
  verdict === 'inconclusive' && exit === 1

export const verdictWords = (gate: Pick<Gate, 'verdict' | 'exit'>): string =>
  isUndecided(gate) ? 'UNDECIDED' : VERDICTS[gate.verdict]

/** Whether a task stayed suspicious up to the last fresh attempt and is solved less often than before. */
const looksWorse = ({ ledger, now, fresh }: Gate['tasks'][number]): boolean =>
  fresh >= MAX_FRESH_ATTEMPTS && now.successes * ledger.attempts < ledger.successes * now.attempts

/** The command that comes next; undefined without a verdict. */
export function nextCommand(gate: Gate): string | undefined {
  if (gate.verdict === 'ungated' || gate.verdict === 'error') return undefined
  const project = gate.project === undefined ? '' : ` --project ${JSON.stringify(gate.project)}`
  const update = `npx tracewright ledger update${project}`
  if (gate.verdict === 'regressed')
    return `\`npx tracewright report\` shows every attempt; for an intended change, \`${update} --accept REASON\``
  if (isUndecided(gate))
    return 'keep `run.json`, then `npx vitest run` again; `npx tracewright ledger check RUN1 RUN2` judges both'
  const worse = gate.tasks.filter(looksWorse).map(({ task_id }) => task_id)
  if (worse.length > 0)
    return `look at ${shortList(worse)}, solved less often than in the ledger, before you run \`${update}\`; this ledger is too small to prove a regression`
  if (gate.edited.length > 0) return `\`${update}\` takes up the edited tasks`
  return gate.verdict === 'ok'
    ? `\`${update}\` adds this run to the ledger`
    : `\`${update}\` adds this run to the ledger; with more runs the gate detects more`
}

/** How often something is solved now and was before. */
export const solvedWords = ({ ledger, now }: Pick<Stratum, 'ledger' | 'now'>): string =>
  `solved ${of(now)} now, ${of(ledger)} in the ledger`

export const stratumName = ({ stratum }: Pick<Stratum, 'stratum'>): string =>
  stratum === 'overall' ? 'all tasks' : stratum

export const firstWords = ({ run, again, p }: NonNullable<Stratum['first']>): string =>
  `first attempts fail, and their repeats pass: ${of(run)} solved, then ${of(again)} (${pValue(p)}); ` +
  'look for state that an attempt leaves behind'

/** How a group of tasks fares beside the ledger. */
export const stratumWords = ({ stratum, ledger, now, p, margin }: Stratum): string =>
  `${stratumName({ stratum })}: ${solvedWords({ ledger, now })} ` +
  `(worse by more than one point, here ${counted(margin, 'attempt')}: ${pValue(p)})`

/** What single tasks come to. */
function evidenceWords({ lambda, highest, broken }: NonNullable<Gate['evidence']>): string {
  const size = lambda >= 1e6 ? 'over a million' : rounded(lambda)
  const before = highest >= 100 && lambda < 100 ? `, ${rounded(highest)} before the last attempts` : ''
  return `evidence that tasks broke: Λ = ${size}${before} (a regression from 100 on); about ${broken.toFixed(1)} tasks broken`
}

/** The fewest broken tasks that would have been seen. */
export function minBrokenText(least: number | null): string {
  if (least === null)
    return 'this gate cannot detect tasks that fail every attempt, whatever their number; add runs to the ledger'
  if (least === 1)
    return 'this gate detects one task that fails every attempt (computed for the most reliable task)'
  return `this gate detects ${least} tasks that fail every attempt, not fewer (computed for the most reliable ones)`
}

/** What was weighed and what would have been seen, in a line each. */
export const sightWords = ({ evidence, smallest_drop }: Gate): string[] =>
  evidence === null
    ? []
    : [
        evidenceWords(evidence),
        smallest_drop === null
          ? 'no drop over all tasks would be detected with 80 % power'
          : `a drop of ${points(smallest_drop)} over all tasks is detected with 80 % power`,
      ]

/** Seeds that a line lists; a range of seeds says nothing. */
const MAX_SEEDS = 6

export function seedWords(seeds: readonly number[]): string {
  const worlds = counted(seeds.length, 'world')
  return seeds.length > MAX_SEEDS
    ? worlds
    : `${worlds} (seed${seeds.length === 1 ? '' : 's'} ${seeds.join(', ')})`
}
