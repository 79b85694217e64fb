import type { Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import { takeFirstLines } from '../../../shared/problem-list.ts'
import {
  keepReliableTools,
  type ToolAuditOptions,
  type ToolAuditReport,
} from '../../../synthetic/audit/audit-report.ts'
import type { TestedResponder } from '../../../synthetic/audit/audit-test.ts'
import { DEFAULT_MIN_RELIABILITY } from '../../../synthetic/audit/reliability.ts'
import type { ModelAuditReport } from '../../../synthetic/audit/with-model.ts'
import { readToolkit, type SyntheticToolkit, writeToolkit } from '../../../synthetic/toolkit/toolkit.ts'
import { createCountdown } from '../../countdown.ts'
import { loadDefault } from '../../load-default.ts'
import {
  addModelOptions,
  formatUsageJson,
  loadWithLangChain,
  type ModelOptions,
  openModel,
} from '../../model-options.ts'
import { createMinimumParser } from '../../options.ts'
import { printJson, printText, runInterruptible, warn } from '../../output.ts'
import { renderTextTable } from '../../table.ts'
import { buildSiblingPath, formatUsage } from './stage-output.ts'

const renderToolTable = ({ tools }: ToolAuditReport): string =>
  renderTextTable(
    [
      ...['tool', '>checked', '>correct', '>at least', '>s1', '>s2', '>s3', '>f1', '>f2', '>f3', '>unknown'],
      'kept',
    ],
    tools.map(({ tool, tests, correct, interval, categories, kept }) => [
      ...[tool, tests, correct, interval.low.toFixed(3), ...Object.values(categories)],
      kept ? 'yes' : 'no',
    ]),
  )

const SHOWN = 40
const MAX_LENGTH = 300

function showFindings({ findings }: ToolAuditReport): void {
  const lines = findings.map(({ test, category, judgment, confidence, reasoning, args, corrected_at }) => {
    const call = JSON.stringify(args)
    const right = corrected_at === null ? '' : `; right at attempt ${corrected_at}`
    const shown = call.length > MAX_LENGTH ? `${call.slice(0, MAX_LENGTH)}...` : call
    return `${test} [${category}] ${judgment} (${confidence}): ${reasoning}${right}\n  ${shown}`
  })
  for (const line of takeFirstLines(lines, SHOWN, 'more findings; --json lists all')) printText(line)
}

function showSequences({ sequences }: ToolAuditReport): void {
  if (sequences.length === 0) return
  const found = sequences.flatMap(({ collection, contradictions }) =>
    contradictions.map((one) => ({ collection, ...one })),
  )
  for (const { collection, tool, args, detail } of found)
    printText(
      `${collection}: ${tool} [contradiction] ${detail}\n  ${JSON.stringify(args).slice(0, MAX_LENGTH)}`,
    )
  const calls = sequences.reduce((sum, one) => sum + one.calls, 0)
  const tools = new Set(sequences.flatMap((one) => one.tools)).size
  printText(
    `Records: ${sequences.length} collections, ${tools} tools, ${calls} calls in sequence, ` +
      `${found.length} contradictions.`,
  )
}

/** Sentences that nobody tried. */
function showUntouched({ untouched }: ToolAuditReport): void {
  if (untouched.length === 0) return
  printText(`${untouched.length} sentences have no test:`)
  for (const { tool, sentence } of untouched.slice(0, SHOWN)) printText(`  ${tool}: ${sentence}`)
  if (untouched.length > SHOWN) printText(`  ... and ${untouched.length - SHOWN} more; --json lists all`)
}

function showAudit(report: ToolAuditReport): void {
  const { tests, correct, coverage, categories, retried, tools } = report
  showFindings(report)
  printText(renderToolTable(report))
  showSequences(report)
  const kinds = Object.entries(categories).map(([name, count]) => `${name} ${count}`)
  const { checked, unchecked, placeholder, not_covered: open } = coverage
  printText(
    `${checked} of ${tests} first responses were checked, ${correct} of them are correct; ${unchecked} have the right ` +
      `form and unchecked values, ${placeholder} are placeholders, ${open} calls are not covered. ${kinds.join(', ')}.`,
  )
  showUntouched(report)
  if (retried.tests > 0) printText(`${retried.tests} calls were repeated, ${retried.corrected} then right.`)
  if (report.untested.length > 0)
    printText(`${report.untested.length} rules are untested, because no call is sure to break them.`)
  for (const { tool, problem } of report.bad_known) printText(`${tool}: skipped a known call: ${problem}`)
  const kept = tools.filter((tool) => tool.kept).length
  printText(`${kept} of ${tools.length} tools are kept, at least ${report.min_reliability} reliable.`)
}

interface Options extends ModelOptions {
  toolkit: string
  responder?: string
  out?: string
  minReliability: number
  seed: number
}

function parseShare(text: string): number {
  const number = Number(text)
  if (text.trim() !== '' && number >= 0 && number < 1) return number
  throw new TracewrightError(`Invalid --min-reliability ${text}: expected a share from 0 up, below 1.`)
}

const isResponder = (value: unknown): value is TestedResponder => typeof value === 'function'

async function auditToolkit(
  toolkit: SyntheticToolkit,
  options: Options,
  signal: AbortSignal,
): Promise<ToolAuditReport | ModelAuditReport> {
  const { responder, seed } = options
  const chosenModel = await openModel(options)
  const common: ToolAuditOptions = {
    seed,
    ...(chosenModel === undefined ? {} : { attempts: chosenModel.attempts }),
    minReliability: options.minReliability,
    onProgress: createCountdown('audit', 'calls'),
    ...(responder === undefined
      ? {}
      : {
          responder: { name: responder, answer: await loadDefault(responder, 'the responder', isResponder) },
        }),
  }
  if (chosenModel === undefined) {
    const { auditToolkit } = await import('../../../synthetic/audit/audit-report.ts')
    return auditToolkit(toolkit, common)
  }
  const { auditWithModel } = await loadWithLangChain(
    'a model as judge',
    () => import('../../../synthetic/audit/with-model.ts'),
  )
  return auditWithModel(toolkit, {
    ...common,
    model: chosenModel.model,
    ...chosenModel.limits,
    cache: chosenModel.cache ?? buildSiblingPath(options.toolkit, 'answers'),
    judgments: buildSiblingPath(options.toolkit, 'judgments'),
    signal,
  })
}

function writeKept(toolkit: SyntheticToolkit, report: ToolAuditReport, file: string): void {
  const kept = keepReliableTools(toolkit, report)
  if (kept === undefined) warn(`${file} was not written: no tool is reliable enough.`)
  else writeToolkit(file, kept)
}

async function run(options: Options): Promise<void> {
  const toolkit = readToolkit(options.toolkit)
  const report = await runInterruptible((signal) => auditToolkit(toolkit, options, signal))
  if (options.json) printJson('calls' in report ? formatUsageJson(report) : report)
  else {
    showAudit(report)
    if ('calls' in report) printText(formatUsage(report))
  }
  if (report.stopped !== null)
    warn(
      `Stopped with ${report.stopped.open} calls open: ${report.stopped.why}. Run the same command to resume.`,
    )
  else if (options.out !== undefined) writeKept(toolkit, report, options.out)
  const isContradicted = report.sequences.some(({ contradictions }) => contradictions.length > 0)
  if (report.stopped !== null || isContradicted || report.tools.some(({ kept }) => !kept))
    process.exitCode = 1
}

export const addSynthAudit = (synth: Command): Command =>
  addModelOptions(
    synth
      .command('audit')
      .description('test simulated tools with generated calls, and judge their answers')
      .requiredOption('--toolkit <file>', 'NAME.toolkit.json: the tools, their state and known calls')
      .option('--responder <module>', 'audit this module instead, whose default export answers calls')
      .option('--out <file>', 'write the toolkit with the tools that are kept')
      .option(
        '--min-reliability <share>',
        'keep tools whose reliability has a lower bound of at least this',
        parseShare,
        DEFAULT_MIN_RELIABILITY,
      )
      .option('--seed <number>', 'seed of the calls and their worlds', createMinimumParser(0), 0),
    'that simulates, and judges in addition to the rules; judgments are kept in NAME.judgments.jsonl',
  ).action(run)
