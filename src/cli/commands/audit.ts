import { type Command, InvalidArgumentError, Option } from 'commander'
import { LEVELS, type Task } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { AuditFinding, AuditReport } from '../../suites/audit/audit-suite.ts'
import { readVerdicts, verdictsFile } from '../../suites/audit/request-judge.ts'
import { RULES, type RuleName } from '../../suites/audit/rule.ts'
import { writeSuite } from '../../suites/load/write-suite.ts'
import { markConflicts, mendSuite } from '../../suites/repair/mend-suite.ts'
import { servedRegistry } from '../../tools/served.ts'
import { countdown } from '../countdown.ts'
import { printJson, printText, progress, warn } from '../output.ts'
import { readTasks } from '../read-tasks.ts'
import { withSimulators } from '../simulators-option.ts'
import { shareBar, textTable } from '../table.ts'
import { type AuditThread, auditInThreads } from '../threads/audit-in-threads.ts'
import { withWorkers, workersFor } from '../threads/workers-option.ts'

interface Options {
  rules: readonly RuleName[]
  skip: readonly RuleName[]
  fixOut?: string
  all?: boolean
  simulators: readonly string[]
  workers?: number
  json?: boolean
}

function ruleNames(text: string): readonly RuleName[] {
  return text.split(',').map((name) => {
    const rule = RULES.find((one) => one === name.trim())
    if (rule === undefined)
      throw new InvalidArgumentError(`There is no rule "${name}". There are: ${RULES.join(', ')}.`)
    return rule
  })
}

const WIDTH = 20

const levelTable = ({ levels }: AuditReport): string =>
  textTable(
    ['level', '>tasks', '>valid', ''],
    LEVELS.flatMap((level) => {
      const own = levels[level]
      return own === undefined ? [] : [[level, own.tasks, own.valid, shareBar(own.valid, own.tasks, WIDTH)]]
    }),
  )

const ruleTable = ({ rules }: AuditReport): string =>
  textTable(
    ['rule', '>looked at', '>failed'],
    Object.entries(rules).map(([name, { checked, failed }]) => [name, checked, failed]),
  )

const MAX_FINDINGS_SHOWN = 40

/** What an audit without a model leaves to one. */
const UNSEEN =
  'Not looked at: whether the prompt means what the trace does. Keep verdicts of a model beside the suite, or read it.'

/** Findings as lines that an editor can jump to. */
function showFindings(
  findings: readonly AuditFinding[],
  placeOf: (taskId: string) => string,
  all: boolean,
): void {
  const shown = all ? findings : findings.slice(0, MAX_FINDINGS_SHOWN)
  for (const { task_id, rule, detail } of shown)
    printText(`${placeOf(task_id)}: ${task_id} [${rule}] ${detail}`)
  const rest = findings.length - shown.length
  if (rest > 0) printText(`... and ${rest} more findings; --all shows them`)
}

function show(report: AuditReport): void {
  printText(levelTable(report))
  printText(ruleTable(report))
  printText(`${report.valid} of ${report.tasks} tasks are valid.`)
}

const audit = async (
  tasks: readonly Task[],
  given: Pick<AuditThread, 'rules' | 'verdicts'>,
  { simulators, workers }: Options,
  what: string,
): Promise<AuditReport> => {
  const tell = countdown(what, 'tasks')
  try {
    return await auditInThreads(tasks, {
      ...given,
      simulators,
      workers: workersFor(workers, tasks.length),
      onProgress: (done, total, { task_id }) => tell(done, total, task_id),
    })
  } finally {
    progress('')
  }
}

export const addAudit = (program: Command): Command =>
  withWorkers(withSimulators(program.command('audit')))
    .description(
      'check whether every task of a suite can be solved by what it says, and only by what it asks for',
    )
    .argument('<suite>', 'suite file: .jsonl, .json or .parquet')
    .addOption(
      new Option('--rules <names>', `only these rules, separated by commas: ${RULES.join(', ')}`)
        .argParser(ruleNames)
        .default(RULES, 'all'),
    )
    .option('--skip <names>', 'all rules but these', ruleNames, [])
    .option(
      '--fix-out <file>',
      'write the suite with what can be proved repaired; the rest is marked as todo',
    )
    .option('--all', 'show every finding')
    .option('--json', 'print one JSON document')
    .action(async (file: string, options: Options) => {
      const { rules, skip, fixOut, all = false, json } = options
      const lines = await readTasks(file)
      const tasks = lines.map(({ task }) => task)
      const chosen = rules.filter((name) => !skip.includes(name))
      const { verdicts, changed } = readVerdicts(file, tasks)
      if (changed.length > 0)
        warn(
          `${verdictsFile(file)}: verdicts are ignored whose task has changed since: ${changed.join(', ')}. ` +
            'Run `tracewright synth tasks` for new ones.',
        )
      const given = { rules: chosen, verdicts }
      const report = await audit(tasks, given, options, 'audit')
      if (report.valid < report.tasks) process.exitCode = 1
      const mended = fixOut === undefined ? undefined : mendSuite(tasks, servedRegistry())
      const after =
        mended && mended.tasks.length > 0
          ? await audit(mended.tasks, given, options, 'audit of what was repaired')
          : undefined
      if (mended !== undefined && fixOut !== undefined) {
        if (after === undefined)
          throw new TracewrightError(
            `Failed to repair ${file}: none of its ${tasks.length} tasks loads. First: ${mended.changes[0]?.what}.`,
          )
        await writeSuite(fixOut, markConflicts(mended.tasks, after.findings))
      }
      if (json) {
        const fixed = mended && { file: fixOut, changes: mended.changes, ...after }
        return printJson({ ...report, ...(fixed === undefined ? {} : { fixed }) })
      }
      const lineOf = new Map(lines.map(({ line, task }) => [task.task_id, line]))
      showFindings(report.findings, (id) => `${file}:${lineOf.get(id)}`, all)
      show(report)
      printText(UNSEEN)
      if (after === undefined || mended === undefined) return
      printText(`\n${fixOut}: ${mended.changes.length} changes`)
      for (const { task_id, what } of all ? mended.changes : mended.changes.slice(0, MAX_FINDINGS_SHOWN))
        printText(`  ${task_id}: ${what}`)
      const placeAfter = new Map(mended.tasks.map(({ task_id }, i) => [task_id, i + 1]))
      showFindings(after.findings, (id) => `${fixOut}:${placeAfter.get(id)}`, all)
      show(after)
    })
