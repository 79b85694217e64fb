import { styleText } from 'node:util'
import Table from 'cli-table3'
import { describeFreeText, isFreeTextCase } from '../metrics/free-text.ts'
import { findFailureOfAll, NOTHING_GATED } from '../run/verdict.ts'
import type { Gate } from '../schema/gate.ts'
import type { Case, Run } from '../schema/run.ts'
import type { Cause } from '../schema/score.ts'
import type { Metrics } from '../schema/summary.ts'
import { LEVELS } from '../schema/task.ts'
import { describeLateCall, isOfUnknownEffect } from '../schema/trace.ts'
import { formatCount } from '../shared/english.ts'
import { groupBy, tally } from '../shared/group.ts'
import { makeDeeplyPrintable, makeLinesPrintable, makePrintable } from '../shared/printable.ts'
import { takeFirstLines } from '../shared/problem-list.ts'
import { changesLines, renderGateLines } from './gate-lines.ts'
import { listShares, METRIC_HEAD, shareCell } from './markdown.ts'
import { renderSummary } from './render-summary.ts'

/** How a run is shown. */
export interface TerminalOptions {
  /** Whether to use colours; default false. */
  color?: boolean
  /** Failing tasks that are listed; default 12. */
  failures?: number
  /** What is said of an agent, by its name. */
  notes?: Readonly<Record<string, string>>
  /** Whether the statistics of a gate, and metrics between levels, are shown; default false. */
  verbose?: boolean
  /** Whether a task that is not solved is marked as broken; default that it is. */
  isBroken?: (item: Case) => boolean
}

type Style = Parameters<typeof styleText>[0]
/** Gives a text a colour, where colours are shown. */
type Paint = (style: Style, text: string) => string

const PLAIN = { head: [], border: [], compact: true }

const BAR_WIDTH = 10

const drawBar = (share: number | null): string => {
  const full = Math.round((share ?? 0) * BAR_WIDTH)
  return '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full)
}

function shade(share: number | null): Style {
  if (share === null) return 'dim'
  return share >= 0.9 ? 'green' : share >= 0.5 ? 'yellow' : 'red'
}

function renderRow(name: string, metrics: Metrics, paint: Paint): string[] {
  const paintShare = (value: number | null): string => paint(shade(value), shareCell(value).padStart(7))
  const [solved, ...shares] = listShares(metrics).map(paintShare)
  const bar = paint(shade(metrics.solved), drawBar(metrics.solved))
  return [name, String(metrics.tasks), `${bar} ${solved}`, ...shares]
}

/** A run as text for a terminal: a table by level, the commonest causes, the first failing tasks. */
export function renderTerminal(
  given: Run,
  { color = false, failures = 12, notes = {}, verbose = false, isBroken = () => true }: TerminalOptions = {},
): string {
  const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text)
  const run = { ...makeDeeplyPrintable(given), errors: given.errors.map(makeLinesPrintable) }
  const notesByAgent = new Map(Object.entries(notes).map((entry) => makeDeeplyPrintable(entry)))
  const lines: string[] = []
  for (const gate of run.gates ?? []) {
    const changes = changesLines(gate)
    lines.push('', ...renderGateLines(gate, verbose).map((line) => ` ${paintGateLine(gate, line, paint)}`))
    if (changes.length > 0) lines.push('', ...changes.map((line) => ` ${line}`))
  }
  for (const summary of run.summaries) {
    const { agent, project, levels, overall, free_text: free } = summary
    const noBorders = Object.fromEntries(Object.keys(new Table().options.chars).map((part) => [part, '']))
    const table = new Table({
      head: [...METRIC_HEAD],
      style: PLAIN,
      chars: { ...noBorders, left: ' ', middle: '  ' },
      colAligns: ['left', 'right', 'left', 'right', 'right', 'right', 'right', 'right'],
    })
    for (const level of LEVELS) {
      const metrics = levels[level]
      if (metrics !== undefined) table.push(renderRow(level, metrics, paint))
    }
    if (Object.keys(levels).length > 1) table.push(renderRow('overall', overall, paint))
    if (free !== undefined) table.push(renderRow('free text', free, paint))
    const note = notesByAgent.get(agent)
    const name = project === undefined ? agent : `${agent} (${project})`
    lines.push(
      '',
      ` ${paint('bold', 'tracewright')}  ${name}${note === undefined ? '' : paint('dim', `  ${note}`)}`,
      '',
    )
    lines.push(table.toString().replaceAll(/ +$/gm, ''))
    if (free !== undefined) lines.push('', ` ${paint('yellow', describeFreeText(free.tasks, overall.tasks))}`)
    const about = renderSummary(summary, verbose)
    if (about.length > 0) lines.push('', ...about.map((line) => paint('dim', ` ${line}`)))
    const projectCases = run.cases.filter(
      (item) => (item.agent ?? 'agent') === agent && item.project === project,
    )
    lines.push(...renderFailures(projectCases, failures, isBroken, paint))
    lines.push(...renderUneven(projectCases, failures, paint))
  }
  lines.push(...renderRest(run, paint))
  const { not_gated: notGated } = run
  // Where nothing is solved, a baseline would hold the agent to nothing.
  const isUseless = formatClosingLine(run) !== undefined && notGated?.startsWith(NOTHING_GATED)
  if (notGated !== undefined && !isUseless) {
    const isMarkedPassed =
      notGated.startsWith(NOTHING_GATED) && run.cases.some(({ score }) => score?.solved === false)
    lines.push('', ` ${paint('yellow', notGated)}${isMarkedPassed ? STRICT_HINT : ''}`)
  }
  return lines.join('\n')
}

const STRICT_HINT =
  ". Until then, a passed case only means that it ran; with `mode: 'strict'`, a task that is not solved fails"

function paintGateLine({ verdict }: Gate, line: string, paint: Paint): string {
  if (line.startsWith('✗')) return paint('red', line)
  if (!line.startsWith('gate')) return line
  return paint(
    verdict === 'ok' ? 'green' : verdict === 'regressed' || verdict === 'error' ? 'red' : 'yellow',
    line,
  )
}

function renderFailures(
  cases: readonly Case[],
  most: number,
  isBroken: (item: Case) => boolean,
  paint: Paint,
): string[] {
  const failed = cases.filter(({ score }) => score !== undefined && !score.solved)
  if (failed.length === 0) return []
  const causes = tally(
    failed.flatMap(({ score }) => (score?.cause === undefined ? [] : [score.cause as Cause])),
  )
  const listed = failed.slice(0, most)
  const width = Math.max(...listed.map(({ task_id }) => task_id.length))
  // A gate quotes the last attempt, which has other values.
  const which = failed.some(({ attempts = [] }) => attempts.length > 1) ? ' at the first attempt' : ''
  return [
    '',
    ` ${paint('bold', `${failed.length} not solved`)}${which}: ${causes.map(([cause, count]) => `${cause} ${count}`).join(', ')}`,
    ...listed.map((item) => {
      const { task_id, score } = item
      const mark = isBroken(item) ? paint('red', '✗') : '·'
      return ` ${mark} ${task_id.padEnd(width)}  ${score?.reason ?? score?.cause ?? ''}`
    }),
    ...(failed.length > listed.length
      ? [paint('dim', `   and ${failed.length - listed.length} more in run.json`)]
      : []),
  ]
}

/** Tasks that were solved at first and not in each repeat: the levels count first attempts, so nothing else names them. */
function renderUneven(cases: readonly Case[], most: number, paint: Paint): string[] {
  const uneven = cases.flatMap(({ task_id, score, attempts = [] }) => {
    const scores = attempts.flatMap(({ rerun, score: one }) => (rerun || one === undefined ? [] : [one]))
    const failed = scores.filter(({ solved }) => solved === false)
    if (score?.solved !== true || failed.length === 0) return []
    const [{ reason, cause } = {}] = failed
    return [` · ${task_id}  ${failed.length} of ${scores.length} attempts: ${reason ?? cause ?? ''}`]
  })
  if (uneven.length === 0) return []
  return [
    '',
    ` ${paint('bold', `${uneven.length} solved at the first attempt`)}, and not in every repeat:`,
    ...takeFirstLines(uneven, most, 'more in run.json'),
  ]
}

const MAX_LISTED = 5
/** Characters of why tasks were skipped: the questions of a drafted task are several sentences. */
const MAX_NOTE_LENGTH = 200

/** Cases of one project that are the same task, of which a baseline holds one. A gate names them itself. */
function describeTwins(cases: readonly Case[]): string[] {
  const keyed = cases.filter(({ key }) => key !== undefined)
  const places = groupBy(keyed, ({ project, key, agent }) => JSON.stringify([project, key, agent]))
  return [...places.values()].flatMap(([first, twin]) =>
    first === undefined || twin === undefined
      ? []
      : `${[first, twin].map(({ task_id, suite, line }) => `${task_id} (${suite}:${line})`).join(' and ')} are the same task. Remove one of them: \`baseline update\` refuses both`,
  )
}

function renderRest(run: Run, paint: Paint): string[] {
  const lines: string[] = []
  const skipped = run.cases.filter(({ outcome }) => outcome === 'skipped')
  for (const [note, count] of tally(skipped.map((item) => item.note ?? 'no reason given'))) {
    const cut =
      note.length > MAX_NOTE_LENGTH ? `${note.slice(0, MAX_NOTE_LENGTH)}… (run.json has it whole)` : note
    lines.push(` ${paint('yellow', '↓')} ${count} skipped: ${cut}`)
  }
  const errored = run.cases.filter(({ outcome }) => outcome === 'errored')
  for (const { task_id, note = 'see above' } of errored.slice(0, MAX_LISTED)) {
    const why = run.errors.includes(note) ? 'see below' : note
    lines.push(` ${paint('red', '✗')} ${task_id} could not be run: ${why}`)
  }
  const refused = tally(
    run.cases.flatMap(({ attempts = [] }) => attempts.flatMap((attempt) => attempt.refused ?? [])),
  )
  const late = run.cases.flatMap(({ task_id, attempts = [] }) =>
    attempts.flatMap(({ attempt, late: tools = [] }) =>
      tools.map((tool) => `${task_id}, attempt ${attempt + 1}: ${describeLateCall(tool)}`),
    ),
  )
  const unclear = listUnclear(run.cases)
  const addresses = refused.map(([address, count]) => {
    const where = count === 1 ? 'one attempt' : `${count} attempts`
    const host = address
      .replace(/^[A-Z]+ /, '')
      .replace(/^\w+:\/\//, '')
      .replace(/[:/].*$/, '')
    return `${address} was blocked in ${where}. If it is your model or a test service, set allow: ['${host}'] in tracewright(). If it is an API of the agent, add a route: node_modules/tracewright/docs/network.md#routes`
  })
  for (const line of [
    ...takeFirstLines(unclear, MAX_LISTED, 'more like these in run.json'),
    ...(run.gates === undefined
      ? takeFirstLines(describeTwins(run.cases), MAX_LISTED, 'more such tasks in run.json')
      : []),
    ...takeFirstLines(late, MAX_LISTED, 'more like these in run.json'),
    ...takeFirstLines(addresses, MAX_LISTED, 'more such addresses in run.json'),
  ])
    lines.push(` ${paint('yellow', '!')} ${line}`)
  for (const error of run.errors) lines.push(` ${paint('red', '✗')} ${error}`)
  return lines.length === 0 ? [] : ['', ...lines]
}

/** Calls that may have written a second time in attempts that count as solved. */
const listUnclear = (cases: readonly Case[]): string[] =>
  tally(
    cases.flatMap(({ attempts = [] }) =>
      attempts.flatMap(({ score }) =>
        score?.solved === true ? score.warnings.filter(isOfUnknownEffect) : [],
      ),
    ),
  ).map(([warning, count]) => `${warning} (${formatCount(count, 'solved attempt')})`)

/** The last line that is printed of a run without a gate that solved nothing, or that says nothing of the agent. */
export function formatClosingLine({
  mode,
  verdict,
  complete,
  errors,
  gates,
  cases,
}: Pick<Run, 'mode' | 'verdict' | 'complete' | 'errors' | 'gates' | 'cases'>): string | undefined {
  if (verdict === 'error' && errors.length === 0 && gates === undefined) {
    const failure = findFailureOfAll(cases)
    return failure === undefined
      ? 'No verdict: no case was scored. The lines above say why.'
      : `No verdict: every attempt failed before the agent was done, the first with: ${makePrintable(failure)}. Repair the agent or its entry.`
  }
  if (!complete || mode === 'regression') return undefined
  const scored = cases.filter((item) => item.outcome === 'scored' && !isFreeTextCase(item))
  if (scored.length === 0 || scored.some(({ score }) => score?.solved === true)) return undefined
  const passed = mode === 'strict' ? '' : ' A passed case only means that it ran.'
  return `No task was solved: 0 of ${scored.length}.${passed} Look at the causes above, and repair the agent or its entry before you write a baseline.`
}
