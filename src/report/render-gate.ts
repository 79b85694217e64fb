import { worldsIn } from '../metrics/contestants.ts'
import type { Gate, GateChanges } from '../schema/gate.ts'
import { LEVELS } from '../schema/task.ts'
import { counted } from '../shared/english.ts'
import {
  costWords,
  listed,
  riseWords,
  seedWords,
  sightWords,
  stratumWords,
  suspectWords,
  verdictWords,
} from './gate-words.ts'
import { shareCell } from './markdown.ts'

const COUNTS = [
  ['regressed', 'regressed'],
  ['suspected', 'suspected'],
  ['improved', 'improved'],
  ['added', 'new, not counted'],
  ['removed', 'gone'],
] as const

function lineOf(name: string, row: GateChanges['overall'], width: number): string {
  const counts = COUNTS.flatMap(([count, word]) => (row[count] === 0 ? [] : [`${row[count]} ${word}`]))
  const shares = `${shareCell(row.before).padStart(7)} then  ${shareCell(row.now).padStart(7)} now`
  return `  ${name.padEnd(width)}  ${shares}  ${counts.join(', ')}`.trimEnd()
}

/** How often tasks were solved when the ledger was written and in this run, by level, and how many changed, in lines. */
function renderChanges({ changes }: Gate): string[] {
  if (changes === undefined || changes.overall.tasks === 0) return []
  const levels = LEVELS.flatMap((level) => {
    const row = changes.levels[level]
    return row === undefined ? [] : [{ name: level, row }]
  })
  const rows = levels.length > 1 ? [...levels, { name: 'overall', row: changes.overall }] : levels
  const width = Math.max(...rows.map(({ name }) => name.length))
  return [
    `  solved, of the ${counted(changes.overall.tasks, 'task')} that the ledger knows:`,
    ...rows.map(({ name, row }) => `  ${lineOf(name, row, width)}`),
  ]
}

/** What the run was made with that the ledger was not. Digests tell nobody anything: schemas are only said to differ. */
export function madeWith({ field, before, now, tasks }: Gate['provenance'][number]): string {
  const where = ` (${counted(tasks, 'task')})`
  if (field === 'tools') return `the tools have other schemas than in the ledger${where}`
  if (now.length === 0) return `${field} only in the ledger: ${listed(before)}${where}`
  if (before.length === 0) return `${field} only in this run: ${listed(now)}${where}`
  return `${field}: ${listed(now)}, in the ledger ${listed(before)}${where}`
}

/** Not gated: edited tasks by name, new ones by number. */
function leftOut({ edited, added, verdict }: Gate): string {
  const parts = [
    ...(edited.length > 0 ? [`${edited.length} edited (${listed(edited)})`] : []),
    ...(added.length > 0 ? [`${added.length} new`] : []),
  ]
  if (parts.length === 0 || verdict === 'error') return ''
  return `; not gated until \`tracewright ledger update\`: ${parts.join(', ')}`
}

/** Tasks that failed where their ledger has a success, of an agent that does the same every time. */
export function flipLines(flips: NonNullable<Gate['flips']>): string[] {
  const real = flips.filter((flip) => flip.real)
  const unsteady = flips.filter((flip) => !flip.real)
  return [
    ...real.flatMap(({ task_id, seed, reason }) => [
      `✗ ${task_id}: failed twice at seed ${seed}, solved in the ledger`,
      ...(reason === undefined ? [] : [`    ${reason}`]),
    ]),
    ...(unsteady.length === 0
      ? []
      : [`· failed once and not again: ${listed(unsteady.map(({ task_id }) => task_id))}`]),
  ]
}

/** Unnamed suspects listed at most. */
const MAX_SUSPECTS = 8

/** Named tasks with their reasons; of the others that were attempted again, those that look most broken. */
export function suspectLines(
  tasks: Gate['tasks'],
  named: Gate['tasks'],
  words: (task: Gate['tasks'][number]) => string,
  unit = '',
): string[] {
  const others = tasks
    .filter((task) => !named.includes(task))
    .toSorted((one, other) => other.posterior - one.posterior)
  const more = others.length - MAX_SUSPECTS
  return [
    ...named.flatMap((task) => [
      `✗ ${task.task_id}: ${words(task)}`,
      ...(task.reason === undefined ? [] : [`    ${task.reason}`]),
    ]),
    ...others.slice(0, MAX_SUSPECTS).map((task) => `· ${task.task_id}: ${words(task)}`),
    ...(more > 0
      ? [`· ${unit === '' ? `${more} more` : counted(more, `more ${unit}`)} attempted again`]
      : []),
  ]
}

/** Costs that rose; where they have a limit, they fail the run. */
export const riseLines = ({ costs, max_cost_increase: limit }: Gate): string[] =>
  costs
    .filter(({ risen }) => risen)
    .map((cost) => `${limit === undefined ? '!' : '✗'} ${riseWords(cost, limit)}`)

export function gateHeading(gate: Gate): string {
  const whose = gate.project === undefined ? gate.agent : `${gate.agent} (${gate.project})`
  return `gate  ${verdictWords(gate)}  ${whose} against ${gate.ledger}${leftOut(gate)}`
}

/** What the gate says, in lines: verdict, what regressed, what was looked at again, and what it could have missed. */
export function renderGate(gate: Gate): string[] {
  const lines = [gateHeading(gate)]
  lines.push(...gate.errors)
  if (gate.verdict === 'error') return lines
  lines.push(...gate.strata.map((stratum) => `${stratum.regressed ? '✗' : '·'} ${stratumWords(stratum)}`))
  const named = gate.tasks.filter(({ regressed }) => regressed)
  lines.push(...suspectLines(gate.tasks, named, suspectWords, 'task'))
  if (gate.flips === undefined) lines.push(`  ${counted(gate.compared, 'task')} compared`)
  else lines.push(...flipLines(gate.flips), `  ${counted(gate.compared, 'attempt')} compared, seed by seed`)
  lines.push(...sightWords(gate).map((line) => `  ${line}`), ...riseLines(gate))
  if (gate.costs.length > 0) lines.push(`  ${costWords(gate.costs)}`)
  const worlds = worldsIn(gate)
  if (worlds.length > 0) lines.push(`  records from ${seedWords(worlds)}`)
  if (gate.few_runs > 0)
    lines.push(`  ${counted(gate.few_runs, 'record')} of the ledger from fewer than three runs`)
  for (const one of gate.provenance) lines.push(`  ${madeWith(one)}`)
  return [...lines, ...renderGateChanges(gate)]
}

/** What changed since the ledger: how often tasks are solved, by level, and which ones are new or gone. */
export function renderGateChanges(gate: Gate): string[] {
  const { added, removed, changes } = gate
  return [
    ...renderChanges(gate),
    ...(added.length > 0 ? [`  new and not gated: ${listed(added)}`] : []),
    ...(removed.length > 0 && changes?.overall.removed !== 0
      ? [`  in the ledger, missing in the suite: ${listed(removed)}`]
      : []),
  ]
}
