import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Task } from '../../schema/task.ts'
import { formatCount } from '../../shared/english.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { renameRule } from '../../shared/old-names.ts'
import { takeFirstLines } from '../../shared/problem-list.ts'
import { isCodeSuiteName } from '../../shared/shown-path.ts'
import { checkReplaceable, readText, writeOutput } from '../../shared/whole-file.ts'
import type { AuditFinding, AuditReport } from '../../suites/audit/audit-suite.ts'
import { judgeSuite, requestDigest } from '../../suites/audit/request-judge.ts'
import { RULES, type RuleName } from '../../suites/audit/rule.ts'
import { auditRules } from '../../suites/audit/rules/index.ts'
import { findSchemaProblems } from '../../suites/load/check/check-suite.ts'
import { findSignedAnswer } from '../../suites/load/check/signed-answers.ts'
import { SuiteError } from '../../suites/load/suite-error.ts'
import { buildPathBesideSuite } from '../../suites/load/suite-file.ts'
import type { SuiteLine } from '../../suites/load/tasks-of.ts'
import { printSuite } from '../../suites/print/print-suite.ts'
import { formatRepaired, markInCode } from '../../suites/repair/format-repaired.ts'
import { markConflicts, type RepairedTask, repairSuite } from '../../suites/repair/repair-suite.ts'
import { readServedRegistry } from '../../tools/served.ts'
import { createCountdown } from '../countdown.ts'
import { addModelOptions, loadWithLangChain, type ModelOptions, openCachedModel } from '../model-options.ts'
import { addWorkersOption, countWorkers, refuseInput } from '../options.ts'
import { printJson, printText, showProgress, warn } from '../output.ts'
import { readTasks } from '../read-tasks.ts'
import { addSimulatorsOption } from '../simulators-option.ts'
import { renderTextTable } from '../table.ts'
import { type AuditThread, auditInThreads } from '../threads/audit-in-threads.ts'

interface Options extends ModelOptions {
  rules: readonly RuleName[]
  fixOut?: string
  simulators: readonly string[]
  workers?: number
}

/** The rules that are named; those with a minus are left out, of all where no other is named. */
function parseRuleNames(text: string): readonly RuleName[] {
  const names = text.split(',').map((name) => renameRule(name.trim(), warn))
  const unknown = names.find((name) => !RULES.some((rule) => rule === name.replace(/^-/, '')))
  if (unknown !== undefined)
    throw new InvalidArgumentError(`Unknown rule "${unknown}". The rules are ${RULES.join(', ')}.`)
  const hasWanted = names.some((name) => !name.startsWith('-'))
  return RULES.filter((rule) => !names.includes(`-${rule}`) && (!hasWanted || names.includes(rule)))
}

/** The rules that found something, with what to do. */
function renderRuleTable({ rules }: AuditReport): string {
  const all = Object.entries(rules)
  const broken = all.filter(([, { failed }]) => failed > 0)
  const quiet = formatCount(all.length - broken.length, 'rule')
  if (broken.length === 0) return `${quiet} found nothing.`
  const table = renderTextTable(
    ['rule', '>tasks', 'what to do'],
    broken.map(([name, { failed }]) => [
      ...[name, failed, auditRules.find((rule) => rule.name === name)?.repair ?? ''],
    ]),
  )
  return broken.length === all.length ? table : `${table}\n${quiet} found nothing.`
}

const MAX_FINDINGS_SHOWN = 40

/** Has the model of `--model` judge the requests; it holds nothing against any without one. */
async function judge(
  file: string,
  tasks: readonly Task[],
  options: Options,
): Promise<AuditThread['verdicts']> {
  const kept = await openCachedModel(options, buildPathBesideSuite(file, '.answers.jsonl'))
  if (kept === undefined) return new Map()
  const [{ createAsker: askerOf }, { createModelCaller: modelCaller }] = await loadWithLangChain(
    'what asks models',
    () => Promise.all([import('../../models/ask.ts'), import('../../models/call-model.ts')]),
  )
  const ask = askerOf(modelCaller(kept.model, kept.cache, kept.limits), { attempts: kept.attempts })
  const { verdicts, problems } = await judgeSuite(tasks, readServedRegistry(), ask)
  for (const problem of problems) warn(`no verdict on ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  return verdicts
}

/** Findings as lines that an editor can jump to. */
function showFindings(findings: readonly AuditFinding[], placeOf: (taskId: string) => string): void {
  const lines = findings.map(
    ({ task_id, rule, detail }) => `${placeOf(task_id)}: ${task_id} [${rule}] ${detail}`,
  )
  for (const line of takeFirstLines(lines, MAX_FINDINGS_SHOWN, 'more findings; --json lists all'))
    printText(line)
}

function show(report: AuditReport): void {
  printText(renderRuleTable(report))
  printText(`${report.valid} of ${report.tasks} tasks are valid.`)
}

const audit = async (
  tasks: readonly Task[],
  given: Pick<AuditThread, 'rules' | 'verdicts'>,
  { simulators, workers }: Options,
  what: string,
): Promise<AuditReport> => {
  const notify = createCountdown(what, 'tasks')
  try {
    return await auditInThreads(tasks, {
      ...given,
      simulators,
      workers: countWorkers(workers, tasks.length),
      onProgress: (done, total, { task_id }) => notify(done, total, task_id),
    })
  } finally {
    showProgress('')
  }
}

/** What `--fix-out` wrote: what was changed, and the audit of the tasks as they are now, where anything was. */
interface FixedSuite {
  tasks: readonly Task[]
  changes: readonly RepairedTask[]
  after: AuditReport
}

/** Writes the suite with its repairs. A sound task keeps its bytes; what is wrong with any other is written beside it. */
async function fix(
  file: string,
  fixOut: string,
  lines: readonly SuiteLine[],
  report: AuditReport,
  given: Pick<AuditThread, 'rules' | 'verdicts'>,
  options: Options,
): Promise<FixedSuite> {
  const text = readText(file, 'suite')
  const tasks = lines.map(({ task }) => task)
  if (isCodeSuiteName(file)) {
    if (!isCodeSuiteName(fixOut))
      throw new TracewrightError(
        `Failed to repair ${file}: it is code, and ${fixOut} is not. Name a file that ends in .suite.ts.`,
      )
    const { text: marked, unmarked } = markInCode(text, lines, report.findings)
    for (const name of unmarked)
      warn(
        `${file}: ${name} stays as it is: its call of task() does not begin a line of its own. Correct it by hand.`,
      )
    writeOutput(fixOut, marked)
    return { tasks, changes: [], after: report }
  }
  const repaired = repairSuite(tasks, readServedRegistry(), report.findings)
  const [first] = repaired.changes
  if (repaired.tasks.length === 0)
    throw new TracewrightError(
      `Failed to repair ${file}: none of its ${tasks.length} tasks loads. First: ${first?.what}.`,
    )
  const after = first && (await audit(repaired.tasks, given, options, 'audit of the repaired suite'))
  const marked = markConflicts(repaired.tasks, (after ?? report).findings)
  writeOutput(
    fixOut,
    isCodeSuiteName(fixOut) ? printSuite(marked, readServedRegistry()) : formatRepaired(text, lines, marked),
  )
  return { ...repaired, after: after ?? report }
}

function showFixed({ tasks, changes, after }: FixedSuite, fixOut: string): void {
  printText(`\n${fixOut}: ${changes.length} changes`)
  for (const { task_id, what } of changes.slice(0, MAX_FINDINGS_SHOWN)) printText(`  ${task_id}: ${what}`)
  if (changes.length === 0) return
  const placeAfter = new Map(tasks.map(({ task_id }, i) => [task_id, i + 1]))
  showFindings(after.findings, (id) => `${fixOut}:${placeAfter.get(id)}`)
  show(after)
}

export const addAudit = (program: Command): Command =>
  addModelOptions(
    addWorkersOption(addSimulatorsOption(program.command('audit'))),
    'that judges whether each prompt asks for its expected trace',
  )
    .description('find tasks that are unsolvable, ambiguous or guessable')
    .argument('<suite>', 'suite file')
    .addOption(
      new Option(
        '--rules <names>',
        `only these rules, separated by commas; with a minus, all other rules (--rules=-mutants): ${RULES.join(', ')}`,
      )
        .argParser(parseRuleNames)
        .default(RULES, 'all'),
    )
    .option(
      '--fix-out <file>',
      'write the suite with every provable repair; sound tasks keep their bytes, other tasks get a todo',
    )
    .action(async (file: string, options: Options) => {
      const { rules, fixOut, json } = options
      refuseInput('--fix-out', fixOut, [file])
      const lines = await readTasks(file)
      const tasks = lines.map(({ task }) => task)
      // What was not repaired from these tasks would be refused after all the work.
      if (fixOut !== undefined)
        checkReplaceable(fixOut, '', (text) => tasks.some(({ task_id }) => text.includes(task_id)))
      const verdicts = await judge(file, tasks, options)
      const given = { rules, verdicts }
      const report = await audit(tasks, given, options, 'audit')
      const refused = findSchemaProblems(lines, readServedRegistry())
      const signed = refused.length > 0 ? undefined : findSignedAnswer(lines, file, readServedRegistry())
      if (signed !== undefined) warn(signed)
      if (report.valid < report.tasks || refused.length > 0) process.exitCode = 1
      if (refused.length > 0) warn(new SuiteError(file, refused).message)
      const fixed = fixOut === undefined ? undefined : await fix(file, fixOut, lines, report, given, options)
      if (json) {
        const { changes, after } = fixed ?? {}
        return printJson({ ...report, ...(fixed && { fixed: { file: fixOut, changes, ...after } }) })
      }
      const lineOf = new Map(lines.map(({ line, task }) => [task.task_id, line]))
      showFindings(report.findings, (id) => `${file}:${lineOf.get(id)}`)
      for (const { task_id, detail } of report.warnings ?? [])
        warn(`${file}:${lineOf.get(task_id)}: ${task_id}: ${detail}`)
      show(report)
      const unseen = tasks.filter((task) => !verdicts.has(requestDigest(task))).length
      if (unseen > 0)
        printText(
          `Not checked: whether each prompt asks for its calls, in ${unseen} of ${tasks.length} tasks. Read them, or pass --model.`,
        )
      const disturbed = tasks.filter(
        ({ faults = [], injections = [] }) => faults.length + injections.length > 0,
      ).length
      if (disturbed > 0)
        printText(`Not checked: faults and attacks, in ${disturbed} of ${tasks.length} tasks.`)
      if (fixed !== undefined) showFixed(fixed, fixOut ?? '')
    })
