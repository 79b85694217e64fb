import Table from 'cli-table3'
import type { Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import { auditToolkit } from '../../../synthetic/audit/audit-report.ts'
import { judgeByRules } from '../../../synthetic/audit/rule-judge.ts'
import { derivedTests } from '../../../synthetic/audit/stress/derive.ts'
import {
  coveragePlot,
  dedupePlot,
  errorPlot,
  type FieldCount,
  fieldCounts,
  fieldPlot,
  PAPER,
  type Share,
  type SimulatorFigures,
  simulatorFigures,
} from '../../../synthetic/report/figures.ts'
import { type JudgeAccuracy, judgeAccuracy, judgeCases } from '../../../synthetic/report/judge-accuracy.ts'
import { readToolRows, type ToolRow } from '../../../synthetic/tool-spec/tool-rows.ts'
import { buildToolkit } from '../../../synthetic/toolkit/build-toolkit.ts'
import type { SyntheticToolkit } from '../../../synthetic/toolkit/toolkit.ts'
import { readToolkit } from '../../../synthetic/toolkit/toolkit.ts'
import { interruptible } from '../../interruptible.ts'
import { withLangChain } from '../../load-model.ts'
import { askedModel, type ModelOptions, usageJson, withModelOptions } from '../../model-options.ts'
import { printJson, printText, progress, warn } from '../../output.ts'
import { atLeast } from '../../whole-number.ts'
import { beside, usageText } from './stage-output.ts'

interface Options extends ModelOptions {
  toolkit?: string
  tools?: string
  cache?: string
  seed: number
  json?: boolean
}

const style = { head: [], border: [], compact: true }
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`
const shareText = (share: Share): string =>
  share === null
    ? ''
    : `${percent(share.value)} of ${share.cases} (${percent(share.low)} to ${percent(share.high)})`

function toolkitOf({ toolkit, tools }: Options): SyntheticToolkit {
  if (toolkit !== undefined) return readToolkit(toolkit)
  if (tools === undefined)
    throw new TracewrightError('Failed to report: there is nothing to report on. Give --toolkit or --tools.')
  const lines = readToolRows(tools).map(({ tool }) => JSON.stringify(tool))
  return buildToolkit({ name: 'report', tools: { file: tools, text: lines.join('\n') } }).toolkit
}

interface Measured {
  simulator: SimulatorFigures
  judges: { judge: string; accuracy: JudgeAccuracy }[]
  stopped: string | null
  used?: ReturnType<typeof usageJson>
  spent?: string
}

async function measured(toolkit: SyntheticToolkit, options: Options, signal: AbortSignal): Promise<Measured> {
  const { seed } = options
  const tests = derivedTests(toolkit, seed)
  const cases = judgeCases(tests, (id) => toolkit.tools.find((tool) => tool.id === id))
  const byRules = cases.map((one) => judgeByRules(one).judgment)
  const rules = { judge: 'rules', accuracy: judgeAccuracy(cases, byRules) }
  const onProgress = (done: number, total: number): void => progress(`report: ${done} of ${total} calls`)
  const asked = await askedModel(options)
  if (asked === undefined) {
    const report = await auditToolkit(toolkit, { seed, attempts: 1, onProgress })
    return {
      simulator: simulatorFigures(report),
      judges: [rules],
      stopped: report.stopped?.why ?? null,
    }
  }
  const { measureWithModel } = await withLangChain(
    'what asks models',
    () => import('../../../synthetic/report/with-model.ts'),
  )
  const file = options.toolkit ?? options.tools ?? 'report'
  const made = await measureWithModel(toolkit, cases, {
    model: asked.model,
    ...asked.limits,
    seed,
    signal,
    onProgress,
    cache: options.cache ?? beside(file, 'answers'),
  })
  return {
    simulator: simulatorFigures(made.report),
    judges: [rules, { judge: 'model', accuracy: judgeAccuracy(cases, made.verdicts) }],
    stopped: made.stopped,
    used: usageJson(made.usage),
    spent: usageText(made.usage),
  }
}

function showFields(counts: readonly FieldCount[], rows: readonly ToolRow[]): void {
  const table = new Table({
    head: ['field', 'subdomains', 'tasks', 'tools'],
    colAligns: ['left', 'right', 'right', 'right'],
    style,
  })
  for (const { field, subdomains, tasks, tools } of counts) table.push([field, subdomains, tasks, tools])
  printText(table.toString())
  for (const drawn of [fieldPlot(counts), coveragePlot(counts), dedupePlot(rows)])
    if (drawn !== undefined) printText(`\n${drawn}`)
}

function showFigures({ simulator, judges }: Measured, isModel: boolean): void {
  const { new_input, known_input, tools_by_errors, responses } = simulator
  const head = (name: string) => [name, isModel ? 'with the model' : 'without a model', 'paper']
  const figures = new Table({ head: head('simulator'), style })
  const paper = PAPER.simulator
  figures.push(
    [
      'new input, correct of what was checked',
      shareText(new_input),
      `${percent(paper.new_input.value)} of ${paper.new_input.cases}`,
    ],
    [
      'known input, correct',
      shareText(known_input),
      `${percent(paper.known_input.value)} of ${paper.known_input.cases}`,
    ],
    [
      'all responses that were checked',
      shareText(responses),
      `${percent(PAPER.distribution.accuracy)} of ${PAPER.distribution.responses}`,
    ],
  )
  printText(figures.toString())
  printText(errorPlot(tools_by_errors))
  const table = new Table({
    head: ['judge', 'cases', 'accuracy', 'wrong ones passed', 'right ones refused', 'unknown'],
    style,
  })
  for (const { judge, accuracy } of judges) {
    const { cases, accuracy: value, passed_wrong: passed, false_alarms: alarms, unknown } = accuracy
    table.push([
      judge,
      cases,
      value === null ? '' : `${percent(value.value)} (${percent(value.low)} to ${percent(value.high)})`,
      `${passed.count} of ${passed.of}, at most ${percent(passed.upper)}`,
      `${alarms.count} of ${alarms.of}`,
      unknown,
    ])
  }
  table.push([
    'paper',
    PAPER.judge.cases,
    percent(PAPER.judge.accuracy),
    String(PAPER.judge.passed_wrong),
    '',
    '',
  ])
  printText(table.toString())
}

async function run(options: Options): Promise<void> {
  const { json, tools } = options
  const toolkit = toolkitOf(options)
  const rows = tools === undefined ? [] : readToolRows(tools)
  const counts = fieldCounts(
    rows.map(({ row, field }) => ({ ...(field === undefined ? {} : { field }), ...row })),
  )
  const made = await interruptible((signal) => measured(toolkit, options, signal))
  const { simulator, judges, stopped, used, spent } = made
  if (json)
    printJson({
      ...{
        tools: toolkit.tools.length,
        fields: counts,
        simulator,
        judges,
        paper: PAPER,
        stopped,
      },
      ...(used === undefined ? {} : { used }),
    })
  else {
    if (counts.length > 0) showFields(counts, rows)
    showFigures(made, options.model !== undefined)
    if (spent !== undefined) printText(spent)
  }
  if (stopped === null) return
  warn(`The figures are of a part: ${stopped}. Run the same command to go on; nothing is asked twice.`)
  process.exitCode = 1
}

/** `tracewright synth report` */
export const addReportFigures = (synth: Command): Command =>
  withModelOptions(
    synth
      .command('report')
      .description(
        "measure what the paper's tables print, and show it beside them; and how tools spread over fields",
      )
      .option('--toolkit <file>', 'NAME.toolkit.json: the tools, their state and known calls')
      .option(
        '--tools <file>',
        'JSON Lines or a folder of tools, for fields and domains; alone also in place of a toolkit',
      )
      .option(
        '--cache <file>',
        'keeps the answers of the model (default: beside the toolkit, NAME.answers.jsonl)',
      )
      .option('--seed <number>', 'draws of the calls and their worlds', atLeast(0), 0)
      .option('--concurrency <number>', 'questions in flight at once', atLeast(1), 4)
      .option('--json', 'print one JSON document'),
    'that simulates and judges',
  ).action(run)
