import type { Gate, GateChanges } from '../schema/gate.ts'
import { formatCount } from '../shared/english.ts'
import { formatShortList } from '../shared/problem-list.ts'
import {
  describeEvidence,
  describeFirstAttempts,
  describeSight,
  describeSolved,
  describeStratum,
  describeStratumName,
  describeVerdict,
  listVerdictReasons,
  suggestNextCommand,
} from './gate-words.ts'
import { shareCell } from './markdown.ts'

type Suspect = Gate['tasks'][number]

/** What the run was made with that the baseline was not. Digests tell nobody anything: schemas are only said to differ. */
function describeProvenanceChange({ field, before, now, tasks }: Gate['origin'][number]): string {
  const where = ` (${formatCount(tasks, 'task')})`
  if (field === 'tools') return `the tools have other schemas than in the baseline${where}`
  return `${field}: ${formatShortList(now) || 'none'}, in the baseline ${formatShortList(before) || 'none'}${where}`
}

/** Not gated: edited tasks by name, new ones by number. */
function describeLeftOut({ edited, added, verdict }: Gate): string {
  const parts = [
    ...(edited.length > 0 ? [`${edited.length} edited (${formatShortList(edited)})`] : []),
    ...(added.length > 0 ? [`${added.length} new`] : []),
  ]
  if (parts.length === 0 || verdict === 'error') return ''
  return `; not gated until \`tracewright baseline update\`: ${parts.join(', ')}`
}

function formatGateHeading(gate: Gate): string {
  const whose = gate.project === undefined ? gate.agent : `${gate.agent} (${gate.project})`
  return `gate  ${describeVerdict(gate)}  ${whose} against ${gate.baseline}${describeLeftOut(gate)}`
}

const appendReason = (line: string, reason: string | undefined): string[] =>
  reason === undefined ? [line] : [line, `    ${reason}`]

const isGrave = ({ regressed, needs_another_run, first }: Gate['strata'][number]): boolean =>
  regressed || needs_another_run === true || first !== undefined

/** Why a failing gate that names no task fails: the levels, or all tasks, that are solved less often. */
export function describeUnnamedFailure(gate: Gate): string {
  const grave = gate.strata
    .filter(isGrave)
    .map((stratum) => `${describeStratumName(stratum)}: ${describeSolved(stratum)}`)
  if (grave.length === 0) return gate.errors[0] ?? formatGateHeading(gate)
  return `${grave.join('; ')}; no single task is named`
}

const formatStrata = ({ strata }: Gate, verbose: boolean): string[] =>
  strata
    .filter((stratum) => verbose || isGrave(stratum))
    .flatMap((stratum) => {
      const mark = isGrave(stratum) ? '✗' : '·'
      const words = verbose
        ? describeStratum(stratum)
        : `${describeStratumName(stratum)}: ${describeSolved(stratum)}`
      return appendReason(`${mark} ${words}`, stratum.first && describeFirstAttempts(stratum.first))
    })

/** The tasks that a failing gate is about: those that regressed, or that need another run. */
export const selectNamedTasks = (gate: Gate): Suspect[] =>
  gate.tasks.filter(({ regressed, needs_another_run }) => regressed || needs_another_run === true)

/** Ids of the tasks that a gate calls broken. */
export const listRegressedTasks = ({ tasks, flips = [] }: Gate): string[] => [
  ...tasks.filter(({ regressed }) => regressed).map(({ task_id }) => task_id),
  ...new Set(flips.filter(({ real }) => real).map(({ task_id }) => task_id)),
]

/** Unnamed suspects listed at most. */
const MAX_SUSPECTS = 8

/** Named tasks with their reasons; of the others that were attempted again, those that look most broken. */
function suspectLines(gate: Gate, verbose: boolean): string[] {
  const named = selectNamedTasks(gate)
  const others = gate.tasks
    .filter((task) => !named.includes(task))
    .toSorted((one, other) => other.posterior - one.posterior)
  const more = others.length - MAX_SUSPECTS
  const describeSuspect = (task: Suspect): string => {
    const notes = [
      ...(verbose ? [`P = ${task.posterior.toFixed(2)}`] : []),
      ...(task.recovered === true ? ['recovered since'] : []),
    ]
    return `${task.task_id}: ${[describeSolved(task), ...notes].join(', ')}`
  }
  return [
    ...named.flatMap((task) => appendReason(`✗ ${describeSuspect(task)}`, task.reason)),
    ...others.slice(0, MAX_SUSPECTS).map((task) => `· ${describeSuspect(task)}`),
    ...(more > 0 ? [`· ${formatCount(more, 'more task')} attempted again`] : []),
  ]
}

/** Of an agent that does the same every time: tasks that failed where their baseline has a success. */
function flipLines({ flips = [] }: Gate): string[] {
  const unsteady = flips.filter(({ real }) => !real).map(({ task_id }) => task_id)
  return [
    ...flips
      .filter(({ real }) => real)
      .flatMap(({ task_id, seed, reason }) =>
        appendReason(`✗ ${task_id}: failed 2 of 2 attempts at seed ${seed}, solved in the baseline`, reason),
      ),
    ...(unsteady.length === 0 ? [] : [`· failed once and not again: ${formatShortList(unsteady)}`]),
  ]
}

/** How much was compared, and what `ok` would have detected. Other verdicts say what is missing. */
function describeCompared(gate: Gate): string {
  const { flips, compared, verdict, evidence } = gate
  if (flips !== undefined) return `${formatCount(compared, 'attempt')} compared, seed by seed`
  const isSaid = verdict === 'ok' && evidence !== null
  return `${formatCount(compared, 'task')} compared${isSaid ? `; ${describeSight(gate)}` : ''}`
}

/**
 * What the gate says, a line each, wherever it is shown: verdict, what regressed, what was attempted again, what it could
 * have missed, and the command that comes next.
 *
 * @param verbose Whether the statistics behind the verdict are shown
 */
export function renderGateLines(gate: Gate, verbose = false): string[] {
  const lines = [formatGateHeading(gate), ...gate.errors]
  if (gate.verdict === 'error') return lines
  const correlation = gate.evidence?.correlation ?? 0
  const next = suggestNextCommand(gate)
  const facts = [
    ...gate.origin.map(describeProvenanceChange),
    describeCompared(gate),
    ...listVerdictReasons(gate),
    ...(verbose && gate.evidence !== null ? [describeEvidence(gate.evidence)] : []),
    ...(correlation > 0 ? [`attempts of one run are correlated: ${correlation}`] : []),
    ...(next === undefined ? [] : [`next: ${next}`]),
  ]
  return [
    ...lines,
    ...formatStrata(gate, verbose),
    ...suspectLines(gate, verbose),
    ...flipLines(gate),
    ...facts.map((fact) => `  ${fact}`),
  ]
}

const COUNTS = [
  ['regressed', 'regressed'],
  ['suspected', 'suspected'],
  ['improved', 'improved'],
  ['added', 'new, not counted'],
  ['removed', 'gone'],
] as const

/** What run and reruns gave at the tasks that were attempted again: the shares of the table leave reruns out. */
function describeReruns(suspects: readonly Suspect[]): string[] {
  const rerun = suspects.filter(({ reruns }) => reruns > 0)
  if (rerun.length === 0) return []
  const sum = (field: 'successes' | 'attempts'): number => rerun.reduce((all, { now }) => all + now[field], 0)
  return [
    `${sum('successes')} of ${sum('attempts')} attempts at ${formatCount(rerun.length, 'rerun task')} solved`,
  ]
}

function changesLine(
  name: string,
  row: GateChanges['overall'],
  suspects: readonly Suspect[],
  width: number,
): string {
  const counts = [
    ...COUNTS.flatMap(([count, word]) => (row[count] === 0 ? [] : [`${row[count]} ${word}`])),
    ...describeReruns(suspects),
  ]
  const shares = `${shareCell(row.before).padStart(7)} then  ${shareCell(row.now).padStart(7)} now`
  return `    ${name.padEnd(width)}  ${shares}  ${counts.join(', ')}`.trimEnd()
}

/** How often tasks are solved in the baseline and in the run, by level. */
function shareLines({ overall, levels }: GateChanges, suspects: readonly Suspect[]): string[] {
  if (overall.tasks === 0) return []
  const byLevel = Object.entries(levels).map(([name, row]) => ({ name, ...row }))
  const rows = byLevel.length > 1 ? [...byLevel, { name: 'overall', ...overall }] : byLevel
  const width = Math.max(...rows.map(({ name }) => name.length))
  return [
    `  solved, of the ${formatCount(overall.tasks, 'task')} that the baseline knows:`,
    ...rows.map((row) => {
      const ofRow = suspects.filter(({ level }) => row === rows.at(-1) || level === row.name)
      return changesLine(row.name, row, ofRow, width)
    }),
  ]
}

/** What changed since the baseline: how often tasks are solved, by level, and which ones are new or gone. */
export function changesLines({ added, removed, changes, verdict, tasks }: Gate): string[] {
  if (verdict === 'error') return []
  return [
    ...(changes === undefined ? [] : shareLines(changes, tasks)),
    ...(added.length > 0 ? [`  new and not gated: ${formatShortList(added)}`] : []),
    // A partial run does not know what is gone, and counts none.
    ...(removed.length > 0 && changes?.overall.removed !== 0
      ? [`  in the baseline, missing in the suite: ${formatShortList(removed)}`]
      : []),
  ]
}
