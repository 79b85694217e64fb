import type { Command } from 'commander'
import type { ModelUsage } from '../../../models/limits.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import {
  type JudgeAccuracy,
  judgeAccuracy,
  judgeCases,
  PAPER,
  type Share,
  type SimulatorFigures,
  simulatorFigures,
} from '../../../synthetic/audit/accuracy.ts'
import { auditToolkit } from '../../../synthetic/audit/audit-report.ts'
import { judgeByRules } from '../../../synthetic/audit/rule-judge.ts'
import { derivedTests } from '../../../synthetic/audit/stress/derive.ts'
import { readToolRows } from '../../../synthetic/tool-spec/read-published.ts'
import { buildToolkit } from '../../../synthetic/toolkit/build-toolkit.ts'
import { readToolkit, type SyntheticToolkit } from '../../../synthetic/toolkit/toolkit.ts'
import { interruptible } from '../../interruptible.ts'
import { withLangChain } from '../../load-model.ts'
import { askedModel, type ModelOptions, usageJson, withModelOptions } from '../../model-options.ts'
import { printJson, printText, progress, warn } from '../../output.ts'
import { percent, shareText, textTable } from '../../table.ts'
import { atLeast } from '../../whole-number.ts'
import { beside, usageText } from './stage-output.ts'

interface Options extends ModelOptions {
  toolkit?: string
  tools?: string
  seed: number
  json?: boolean
}

const shareOfCases = (share: Share): string => (share === null ? '' : shareText(share, `of ${share.cases} `))
const figure = (name: string, share: Share, paper: { value: number; cases: number }): string[] => [
  name,
  shareOfCases(share),
  `${percent(paper.value)} of ${paper.cases}`,
]

function toolkitOf({ toolkit, tools }: Options): SyntheticToolkit {
  if (toolkit !== undefined) return readToolkit(toolkit)
  if (tools === undefined)
    throw new TracewrightError('Missing --toolkit or --tools: name the tools to report on.')
  const lines = readToolRows(tools).map(({ tool }) => JSON.stringify(tool))
  return buildToolkit({ name: 'report', tools: { file: tools, text: lines.join('\n') } }).toolkit
}

interface Measured {
  simulator: SimulatorFigures
  judges: { judge: string; accuracy: JudgeAccuracy }[]
  stopped: string | null
  usage?: ModelUsage
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
    () => import('../../../synthetic/audit/with-model.ts'),
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
    usage: made.usage,
  }
}

function showFigures({ simulator, judges }: Measured, isModel: boolean): void {
  const { new_input, known_input, tools_by_errors, responses } = simulator
  const { accuracy: value, responses: cases } = PAPER.distribution
  printText(
    textTable(
      ['simulator', isModel ? 'with the model' : 'without a model', 'paper'],
      [
        figure('new input, correct of what was checked', new_input, PAPER.simulator.new_input),
        figure('known input, correct', known_input, PAPER.simulator.known_input),
        figure('all responses that were checked', responses, { value, cases }),
      ],
    ),
  )
  printText(
    textTable(
      ['wrong first responses', ...tools_by_errors.map((_, count) => `>${count}`)],
      [['tools', ...tools_by_errors]],
    ),
  )
  const { judge } = PAPER
  printText(
    textTable(
      ['judge', 'cases', 'accuracy', 'wrong ones passed', 'right ones refused', 'unknown'],
      [
        ...judges.map(({ judge: name, accuracy: measured }) => {
          const { accuracy, passed_wrong: passed, false_alarms: alarms, unknown } = measured
          return [
            name,
            measured.cases,
            accuracy === null ? '' : shareText(accuracy),
            `${passed.count} of ${passed.of}, at most ${percent(passed.upper)}`,
            `${alarms.count} of ${alarms.of}`,
            unknown,
          ]
        }),
        ['paper', judge.cases, percent(judge.accuracy), judge.passed_wrong, '', ''],
      ],
    ),
  )
}

async function run(options: Options): Promise<void> {
  const { json } = options
  const toolkit = toolkitOf(options)
  const made = await interruptible((signal) => measured(toolkit, options, signal))
  const { simulator, judges, stopped, usage } = made
  if (json)
    printJson({
      ...{
        tools: toolkit.tools.length,
        simulator,
        judges,
        paper: PAPER,
        stopped,
      },
      ...(usage === undefined ? {} : { used: usageJson(usage) }),
    })
  else {
    showFigures(made, options.model !== undefined)
    if (usage !== undefined) printText(usageText(usage))
  }
  if (stopped === null) return
  warn(`The numbers cover a part: ${stopped}. Run the same command to resume; no model call is repeated.`)
  process.exitCode = 1
}

/** `tracewright synth report` */
export const addReportFigures = (synth: Command): Command =>
  withModelOptions(
    synth
      .command('report')
      .description("measure what the paper's tables print, and show it beside them")
      .option('--toolkit <file>', 'NAME.toolkit.json: the tools, their state and known calls')
      .option('--tools <file>', 'in place of a toolkit: JSON Lines or a folder of tools')
      .option('--seed <number>', 'draws of the calls and their worlds', atLeast(0), 0)
      .option('--concurrency <number>', 'questions in flight at once', atLeast(1), 4),
    'that simulates and judges',
    'the toolkit',
  ).action(run)
