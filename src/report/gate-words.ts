import { neededSight } from '../baseline/thresholds.ts'
import type { Gate } from '../schema/gate.ts'
import { DEFAULT_RUN } from '../schema/run-basics.ts'
import { formatCount } from '../shared/english.ts'
import { shellWord } from '../shared/printable.ts'
import { formatShortList } from '../shared/problem-list.ts'

/** A difference of shares in percentage points, `6.2 points`. */
export const formatPoints = (share: number): string => `${(100 * share).toFixed(1)} points`

const formatCounts = ({ successes, attempts }: { successes: number; attempts: number }): string =>
  `${successes} of ${attempts}`
const roundForDisplay = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0))

const formatPValue = (value: number): string => (value < 0.0001 ? 'p < 0.0001' : `p = ${value.toFixed(4)}`)

type GateStratum = Gate['strata'][number]

const VERDICTS: Readonly<Record<Gate['verdict'], string>> = {
  regressed: 'REGRESSED',
  'needs-another-run': 'NEEDS ANOTHER RUN',
  ok: 'ok',
  inconclusive: 'inconclusive',
  error: 'no verdict',
  ungated: 'not gated: only a part was run',
}

export const describeVerdict = ({ verdict }: Pick<Gate, 'verdict'>): string => VERDICTS[verdict]

/** Whether a task that was attempted again is solved less often than before. */
const looksWorse = ({ baseline, now }: Gate['tasks'][number]): boolean =>
  now.successes * baseline.attempts < baseline.successes * now.attempts

/** Makes one more run of the commit, keeps the document of the last one, and judges all. */
function anotherRun(judged: readonly string[], written: string, check: string): string {
  const latest = judged.at(-1) as string
  const copy = `run-${judged.length}.json`
  const isOverwritten = latest === written
  const files = [...judged.with(-1, isOverwritten ? copy : latest), written].map(shellWord).join(' ')
  const keep = isOverwritten ? `cp ${shellWord(latest)} ${copy}; ` : ''
  return `run this commit again and judge ${judged.length + 1} runs together: \`${keep}npx vitest run; ${check} ${files}\``
}

/** The command that comes next; undefined without a verdict. */
export function suggestNextCommand(gate: Gate): string | undefined {
  const { verdict, run_file: written = DEFAULT_RUN, judged_files: judged = [written] } = gate
  if (verdict === 'ungated' || verdict === 'error') return undefined
  const project = gate.project === undefined ? '' : ` --project ${shellWord(gate.project)}`
  if (verdict === 'needs-another-run')
    return anotherRun(judged, written, `npx tracewright baseline check${project}`)
  // Without a name the commands read the default document.
  const named = (files: readonly string[]): string =>
    files.join() === DEFAULT_RUN ? '' : ` ${files.map(shellWord).join(' ')}`
  if (verdict === 'regressed') {
    const latest = named(judged.slice(-1))
    return `\`npx tracewright report${latest}\` shows every attempt; for an intended change, \`npx tracewright baseline update${project}${latest} --accept REASON\``
  }
  const update = `npx tracewright baseline update${project}${named(judged)}`
  const worse = gate.tasks.filter(looksWorse).map(({ task_id }) => task_id)
  if (worse.length > 0)
    return `look at ${formatShortList(worse)}, solved less often than in the baseline, before you run \`${update}\`: the difference can be luck`
  if (gate.removed.length > 0)
    return `run every task of the baseline; if you removed ${formatShortList(gate.removed)} on purpose, \`${update} --prune\``
  if (gate.edited.length > 0) return `\`${update}\` takes up the edited tasks`
  return verdict === 'ok'
    ? `\`${update}\` adds this run to the baseline`
    : `\`${update}\` adds this run to the baseline; with more runs the gate notices more`
}

/** How often something is solved now and was before. */
export const describeSolved = ({ baseline, now }: Pick<GateStratum, 'baseline' | 'now'>): string =>
  `solved ${formatCounts(now)} now, ${formatCounts(baseline)} in the baseline`

export const describeStratumName = ({ stratum }: Pick<GateStratum, 'stratum'>): string =>
  stratum === 'overall' ? 'all tasks' : stratum

export const describeFirstAttempts = ({ run, again, p }: NonNullable<GateStratum['first']>): string =>
  `first attempts fail, and their repeats pass: ${formatCounts(run)} solved, then ${formatCounts(again)} (${formatPValue(p)}); ` +
  'look for state that an attempt leaves behind'

/** How a group of tasks fares beside the baseline. */
export function describeStratum({ stratum, baseline, now, p, p_doubled, luck, margin }: GateStratum): string {
  const worse = `worse by more than one point, here ${formatCount(margin, 'attempt')}`
  const chance = `${formatPValue(p)} where runs differ by ${luck.toFixed(2)} log-odds, ${formatPValue(p_doubled)} for twice that`
  return `${describeStratumName({ stratum })}: ${describeSolved({ baseline, now })} (${worse}: ${chance})`
}

/** What single tasks come to. */
export function describeEvidence({ lambda, highest, broken }: NonNullable<Gate['evidence']>): string {
  const size = lambda >= 1e6 ? 'over a million' : roundForDisplay(lambda)
  const before =
    highest >= 100 && lambda < 100 ? `, ${roundForDisplay(highest)} before the last attempts` : ''
  return `evidence that tasks broke: Λ = ${size}${before} (a regression from 100 on); about ${broken.toFixed(1)} tasks broken`
}

/** Tasks that fail every attempt: as many as a gate notices. */
const describeBroken = (count: number): string =>
  count === 1 ? 'one task that fails every attempt' : `${count} tasks that fail every attempt`

const dropWords = (drop: number): string => `a drop of ${formatPoints(drop)} spread over all tasks`

/** What a gate would have detected. */
export function describeSight({
  least_broken: least,
  smallest_drop: drop,
}: Pick<Gate, 'least_broken' | 'smallest_drop'>) {
  const seen = [
    ...(least === null
      ? []
      : [`${describeBroken(least)} (computed for the most reliable task${least === 1 ? '' : 's'})`]),
    ...(drop === null ? [] : [dropWords(drop)]),
  ]
  return seen.length === 0
    ? 'this baseline is too small to notice a broken task, or a drop over all tasks'
    : `this baseline can notice ${seen.join(', and ')}`
}

/** What a gate that compares some tasks misses, although `ok` asks for it. */
export function describeMissed(tasks: number, seen: Pick<Gate, 'least_broken' | 'smallest_drop'>): string[] {
  const needed = neededSight(tasks)
  const [least, drop] = [seen.least_broken ?? Infinity, seen.smallest_drop ?? Infinity]
  return [
    ...(least > needed.tasks ? [describeBroken(needed.tasks)] : []),
    ...(drop > needed.drop ? [dropWords(needed.drop)] : []),
  ]
}

/** Why the gate is not `ok` although it found no regression. */
export function listVerdictReasons(gate: Gate): string[] {
  if (gate.verdict === 'needs-another-run')
    return [
      (gate.judged_files?.length ?? 1) === 1
        ? 'one run cannot tell a regression from bad luck of the run'
        : `${gate.judged_files?.length} runs cannot tell a regression from bad luck of the runs`,
    ]
  if (gate.verdict !== 'inconclusive') return []
  const gone = gate.removed.length
  const uncompared = [
    ...(gone > 0
      ? [`${formatCount(gone, 'task')} of the baseline did not run: ${formatShortList(gate.removed)}`]
      : []),
    ...(gate.edited.length > 0 ? ['edited tasks were not compared'] : []),
  ]
  if (uncompared.length > 0) return uncompared.map((reason) => `inconclusive: ${reason}`)
  const missed = describeMissed(gate.compared, gate)
  return [
    missed.length > 0
      ? `inconclusive: it would miss ${missed.join(', and ')}`
      : 'inconclusive: a level looked worse, and its shards did not attempt it again',
  ]
}

/** Seeds that a line lists; a range of seeds says nothing. */
const MAX_SEEDS = 6

export function seedWords(seeds: readonly number[]): string {
  const worlds = formatCount(seeds.length, 'world')
  return seeds.length > MAX_SEEDS
    ? worlds
    : `${worlds} (seed${seeds.length === 1 ? '' : 's'} ${seeds.join(', ')})`
}
