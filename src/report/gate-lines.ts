import type { Gate, GateChanges } from '../schema/gate.ts'
import { counted } from '../shared/english.ts'
import { shortList } from '../shared/problem-list.ts'
import {
  evidenceWords,
  firstWords,
  nextCommand,
  sightWords,
  solvedWords,
  stratumName,
  stratumWords,
  verdictReasons,
  verdictWords,
} from './gate-words.ts'
import { shareCell } from './markdown.ts'

type Suspect = Gate['tasks'][number]

/** What the run was made with that the baseline was not. Digests tell nobody anything: schemas are only said to differ. */
function madeWith({ field, before, now, tasks }: Gate['origin'][number]): string {
  const where = ` (${counted(tasks, 'task')})`
  if (field === 'tools') return `the tools have other schemas than in the baseline${where}`
  return `${field}: ${shortList(now) || 'none'}, in the baseline ${shortList(before) || 'none'}${where}`
}

/** Not gated: edited tasks by name, new ones by number. */
function leftOut({ edited, added, verdict }: Gate): string {
  const parts = [
    ...(edited.length > 0 ? [`${edited.length} edited (${shortList(edited)})`] : []),
    ...(added.length > 0 ? [`${added.length} new`] : []),
  ]
  if (parts.length === 0 || verdict === 'error') return ''
  return `; not gated until \`tracewright baseline update\`: ${parts.join(', ')}`
}

export function gateHeading(gate: Gate): string {
  const whose = gate.project === undefined ? gate.agent : `${gate.agent} (${gate.project})`
  return `gate  ${verdictWords(gate)}  ${whose} against ${gate.baseline}${leftOut(gate)}`
}

const withReason = (line: string, reason: string | undefined): string[] =>
  reason === undefined ? [line] : [line, `    ${reason}`]

const isGrave = ({ regressed, needs_another_run, first }: Gate['strata'][number]): boolean =>
  regressed || needs_another_run === true || first !== undefined

const strataLines = ({ strata }: Gate, verbose: boolean): string[] =>
  strata
    .filter((stratum) => verbose || isGrave(stratum))
    .flatMap((stratum) => {
      const mark = isGrave(stratum) ? '✗' : '·'
      const words = verbose ? stratumWords(stratum) : `${stratumName(stratum)}: ${solvedWords(stratum)}`
      return withReason(`${mark} ${words}`, stratum.first && firstWords(stratum.first))
    })

/** The tasks that a failing gate is about: those that regressed, or that need another run. */
export const namedTasks = (gate: Gate): Suspect[] =>
  gate.tasks.filter(({ regressed, needs_another_run }) => regressed || needs_another_run === true)

/** Ids of the tasks that a gate calls broken. */
export const regressedTasks = ({ tasks, flips = [] }: Gate): string[] => [
  ...tasks.filter(({ regressed }) => regressed).map(({ task_id }) => task_id),
  ...new Set(flips.filter(({ real }) => real).map(({ task_id }) => task_id)),
]

/** Unnamed suspects listed at most. */
const MAX_SUSPECTS = 8

/** Named tasks with their reasons; of the others that were attempted again, those that look most broken. */
function suspectLines(gate: Gate, verbose: boolean): string[] {
  const named = namedTasks(gate)
  const others = gate.tasks
    .filter((task) => !named.includes(task))
    .toSorted((one, other) => other.posterior - one.posterior)
  const more = others.length - MAX_SUSPECTS
  const words = (task: Suspect): string => {
    const notes = [
      ...(verbose ? [`P = ${task.posterior.toFixed(2)}`] : []),
      ...(task.recovered === true ? ['recovered since'] : []),
    ]
    return `${task.task_id}: ${[solvedWords(task), ...notes].join(', ')}`
  }
  return [
    ...named.flatMap((task) => withReason(`✗ ${words(task)}`, task.reason)),
    ...others.slice(0, MAX_SUSPECTS).map((task) => `· ${words(task)}`),
    ...(more > 0 ? [`· ${counted(more, 'more task')} attempted again`] : []),
  ]
}

/** Of an agent that does the same every time: tasks that failed where their baseline has a success. */
function flipLines({ flips = [] }: Gate): string[] {
  const unsteady = flips.filter(({ real }) => !real).map(({ task_id }) => task_id)
  return [
    ...flips
      .filter(({ real }) => real)
      .flatMap(({ task_id, seed, reason }) =>
        withReason(`✗ ${task_id}: failed twice at seed ${seed}, solved in the baseline`, reason),
      ),
    ...(unsteady.length === 0 ? [] : [`· failed once and not again: ${shortList(unsteady)}`]),
  ]
}

/** How much was compared, and what `ok` would have detected. Other verdicts say what is missing. */
function comparedLine(gate: Gate): string {
  const { flips, compared, verdict, evidence } = gate
  if (flips !== undefined) return `${counted(compared, 'attempt')} compared, seed by seed`
  const isSaid = verdict === 'ok' && evidence !== null
  return `${counted(compared, 'task')} compared${isSaid ? `; ${sightWords(gate)}` : ''}`
}

/**
 * What the gate says, a line each, wherever it is shown: verdict, what regressed, what was attempted again, what it could
 * have missed, and the command that comes next.
 *
 * @param verbose Whether the statistics behind the verdict are shown
 */
export function gateLines(gate: Gate, verbose = false): string[] {
  const lines = [gateHeading(gate), ...gate.errors]
  if (gate.verdict === 'error') return lines
  const correlation = gate.evidence?.correlation ?? 0
  const next = nextCommand(gate)
  const facts = [
    ...gate.origin.map(madeWith),
    comparedLine(gate),
    ...verdictReasons(gate),
    ...(verbose && gate.evidence !== null ? [evidenceWords(gate.evidence)] : []),
    ...(correlation > 0 ? [`attempts of one run are correlated: ${correlation}`] : []),
    ...(next === undefined ? [] : [`next: ${next}`]),
  ]
  return [
    ...lines,
    ...strataLines(gate, verbose),
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

function changesLine(name: string, row: GateChanges['overall'], width: number): string {
  const counts = COUNTS.flatMap(([count, word]) => (row[count] === 0 ? [] : [`${row[count]} ${word}`]))
  const shares = `${shareCell(row.before).padStart(7)} then  ${shareCell(row.now).padStart(7)} now`
  return `    ${name.padEnd(width)}  ${shares}  ${counts.join(', ')}`.trimEnd()
}

/** How often tasks are solved in the baseline and in the run, by level. */
function shareLines({ overall, levels }: GateChanges): string[] {
  if (overall.tasks === 0) return []
  const byLevel = Object.entries(levels).map(([name, row]) => ({ name, ...row }))
  const rows = byLevel.length > 1 ? [...byLevel, { name: 'overall', ...overall }] : byLevel
  const width = Math.max(...rows.map(({ name }) => name.length))
  return [
    `  solved, of the ${counted(overall.tasks, 'task')} that the baseline knows:`,
    ...rows.map((row) => changesLine(row.name, row, width)),
  ]
}

/** What changed since the baseline: how often tasks are solved, by level, and which ones are new or gone. */
export function changesLines({ added, removed, changes, verdict }: Gate): string[] {
  if (verdict === 'error') return []
  return [
    ...(changes === undefined ? [] : shareLines(changes)),
    ...(added.length > 0 ? [`  new and not gated: ${shortList(added)}`] : []),
    // A partial run does not know what is gone, and counts none.
    ...(removed.length > 0 && changes?.overall.removed !== 0
      ? [`  in the baseline, missing in the suite: ${shortList(removed)}`]
      : []),
  ]
}
