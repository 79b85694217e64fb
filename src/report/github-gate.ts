import type { ChangesRow, LedgerEntry, ReportGate, ReportTask } from '../schema/report.ts'
import { gateFacts, listed, nextCommand, verdictWords } from './gate-words.ts'
import { plain, row, shareCell, table } from './markdown.ts'

const MARKS: Record<ReportGate['verdict'], string> = {
  regressed: '❌ ',
  ok: '✅ ',
  inconclusive: '⚠️ ',
  ungated: '',
}

const headingOf = (gate: ReportGate): string => {
  const mark = gate.verdict === 'inconclusive' && gate.exit === 1 ? MARKS.regressed : MARKS[gate.verdict]
  return `${mark}**gate ${verdictWords(gate)}**: ${plain(gate.agent)} against ${plain(gate.ledger)}`
}

/** Tasks of one kind that are named; the table has the number of all. */
const MAX_TASKS = 20

const HEAD = ['level', 'tasks', 'in the ledger', 'now', 'regressed', 'suspected', 'improved', 'new', 'gone']

const changesRow = (changes: ChangesRow): string =>
  row([
    changes.stratum === 'overall' ? '**overall**' : plain(changes.stratum),
    String(changes.tasks),
    shareCell(changes.before),
    shareCell(changes.now),
    ...[changes.regressed, changes.suspected, changes.improved, changes.added, changes.removed].map(
      (count) => (count === 0 ? '' : String(count)),
    ),
  ])

/** A table by level, all tasks last, and the tasks by name. Regressed ones are named with the verdict. */
function changesLines(
  { agent, ledger, changes, removed }: ReportGate,
  tasks: readonly ReportTask[],
): string[] {
  const [overall, ...levels] = changes
  if (overall === undefined) return []
  const changed = (change: LedgerEntry['change']): string[] =>
    tasks
      .filter(({ results }) =>
        results.some((result) => result.agent === agent && result.ledger?.change === change),
      )
      .map((task) => plain(task.task_id))
  const named: [string, string[]][] = [
    ['Suspected, not confirmed', changed('suspected')],
    ['Improved', changed('improved')],
    ['Edited since, not gated', changed('edited')],
    ['New, not gated', changed('new')],
    ['In the ledger, missing in the suite', removed.map(plain)],
  ]
  return [
    '',
    `What changed since the ledger ${plain(ledger)}:`,
    '',
    ...table(HEAD, [...levels, overall].map(changesRow)),
    ...named.flatMap(([what, names]) =>
      names.length === 0 ? [] : ['', `${what}: ${listed(names, MAX_TASKS)}.`],
    ),
  ]
}

/** What the gate said of an agent, and what changed since its ledger, as lines of Markdown. */
export function githubGate(gate: ReportGate, tasks: readonly ReportTask[]): string[] {
  const names = gate.tasks.map(plain)
  const next = nextCommand(gate, gate.looked)
  return [
    headingOf(gate),
    '',
    ...gateFacts(gate).map((fact) => `- ${plain(fact)}`),
    ...(names.length === 0 ? [] : ['', `Tasks: ${names.join(', ')}.`]),
    ...(next === undefined ? [] : ['', `next: ${next}`]),
    ...changesLines(gate, tasks),
    '',
  ]
}
