import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Task } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { renameRule } from '../../shared/old-names.ts'
import { takeFirstLines } from '../../shared/problem-list.ts'
import type { AuditFinding, AuditReport } from '../../suites/audit/audit-suite.ts'
import { judgeSuite, requestDigest } from '../../suites/audit/request-judge.ts'
import { RULES, type RuleName } from '../../suites/audit/rule.ts'
import { findSchemaProblems } from '../../suites/load/check/check-suite.ts'
import { findSignedAnswer } from '../../suites/load/check/signed-answers.ts'
import { SuiteError } from '../../suites/load/suite-error.ts'
import { buildPathBesideSuite } from '../../suites/load/suite-file.ts'
import { writeSuite } from '../../suites/load/write-suite.ts'
import { markConflicts, repairSuite } from '../../suites/repair/repair-suite.ts'
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

const renderRuleTable = ({ rules }: AuditReport): string =>
  renderTextTable(
    ['rule', '>looked at', '>failed'],
    Object.entries(rules).map(([name, { checked, failed }]) => [name, checked, failed]),
  )

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

export const addAudit = (program: Command): Command =>
  addModelOptions(
    addWorkersOption(addSimulatorsOption(program.command('audit'))),
    'that judges whether prompts mean what traces do',
  )
    .description('find tasks that are unsolvable, ambiguous or guessable')
    .argument('<suite>', 'suite file')
    .addOption(
      new Option(
        '--rules <names>',
        `only these rules, separated by commas, or all but those with a minus (--rules=-mutants): ${RULES.join(', ')}`,
      )
        .argParser(parseRuleNames)
        .default(RULES, 'all'),
    )
    .option('--fix-out <file>', 'write a suite with every provable repair; the rest is marked as todo')
    .action(async (file: string, options: Options) => {
      const { rules, fixOut, json } = options
      refuseInput('--fix-out', fixOut, [file])
      const lines = await readTasks(file, fixOut === undefined ? 'any' : 'json')
      const tasks = lines.map(({ task }) => task)
      const verdicts = await judge(file, tasks, options)
      const given = { rules, verdicts }
      const report = await audit(tasks, given, options, 'audit')
      const refused = findSchemaProblems(lines, readServedRegistry())
      const signed = refused.length > 0 ? undefined : findSignedAnswer(lines, file, readServedRegistry())
      if (signed !== undefined) warn(signed)
      if (report.valid < report.tasks || refused.length > 0) process.exitCode = 1
      if (refused.length > 0) warn(new SuiteError(file, refused).message)
      const repaired = fixOut === undefined ? undefined : repairSuite(tasks, readServedRegistry())
      const after =
        repaired && repaired.tasks.length > 0
          ? await audit(repaired.tasks, given, options, 'audit of the repaired suite')
          : undefined
      if (repaired !== undefined && fixOut !== undefined) {
        if (after === undefined)
          throw new TracewrightError(
            `Failed to repair ${file}: none of its ${tasks.length} tasks loads. First: ${repaired.changes[0]?.what}.`,
          )
        await writeSuite(fixOut, markConflicts(repaired.tasks, after.findings))
      }
      if (json) {
        const fixed = repaired && { file: fixOut, changes: repaired.changes, ...after }
        return printJson({ ...report, ...(fixed === undefined ? {} : { fixed }) })
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
      if (after === undefined || repaired === undefined) return
      printText(`\n${fixOut}: ${repaired.changes.length} changes`)
      for (const { task_id, what } of repaired.changes.slice(0, MAX_FINDINGS_SHOWN))
        printText(`  ${task_id}: ${what}`)
      const placeAfter = new Map(repaired.tasks.map(({ task_id }, i) => [task_id, i + 1]))
      showFindings(after.findings, (id) => `${fixOut}:${placeAfter.get(id)}`)
      show(after)
    })
