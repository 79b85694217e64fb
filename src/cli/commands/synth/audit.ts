import type { Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import type { ToolAuditOptions } from '../../../synthetic/audit/audit-report.ts'
import { keptToolkit, type ToolAuditReport } from '../../../synthetic/audit/audit-report.ts'
import type { TestedResponder } from '../../../synthetic/audit/audit-test.ts'
import type { ModelAuditReport } from '../../../synthetic/audit/audit-with-model.ts'
import { DEFAULT_MIN_RELIABILITY } from '../../../synthetic/audit/reliability.ts'
import type { SyntheticToolkit } from '../../../synthetic/toolkit/toolkit.ts'
import { readToolkit, writeToolkit } from '../../../synthetic/toolkit/toolkit.ts'
import { countdown } from '../../countdown.ts'
import { interruptible } from '../../interruptible.ts'
import { loadDefault } from '../../load-default.ts'
import {
  askedModel,
  type ModelOptions,
  usageJson,
  withLangChain,
  withModelOptions,
} from '../../model-options.ts'
import { printJson, printText, warn } from '../../output.ts'
import { atLeast } from '../../whole-number.ts'
import { showAudit } from './audit-table.ts'
import { beside, usageText } from './stage-output.ts'

interface Options extends ModelOptions {
  toolkit: string
  responder?: string
  out?: string
  minReliability: number
  seed: number
}

function shareOf(text: string): number {
  const number = Number(text)
  if (text.trim() !== '' && number >= 0 && number < 1) return number
  throw new TracewrightError(`Invalid --min-reliability ${text}: expected a share from 0 up, below 1.`)
}

const isResponder = (value: unknown): value is TestedResponder => typeof value === 'function'

async function audited(
  toolkit: SyntheticToolkit,
  options: Options,
  signal: AbortSignal,
): Promise<ToolAuditReport | ModelAuditReport> {
  const { responder, seed } = options
  const asked = await askedModel(options)
  const common: ToolAuditOptions = {
    seed,
    ...(asked === undefined ? {} : { attempts: asked.attempts }),
    minReliability: options.minReliability,
    onProgress: countdown('audit', 'calls'),
    ...(responder === undefined
      ? {}
      : {
          responder: { name: responder, answer: await loadDefault(responder, 'the responder', isResponder) },
        }),
  }
  if (asked === undefined) {
    const { auditToolkit } = await import('../../../synthetic/audit/audit-report.ts')
    return auditToolkit(toolkit, common)
  }
  const { auditWithModel } = await withLangChain(
    'a model as judge',
    () => import('../../../synthetic/audit/audit-with-model.ts'),
  )
  return auditWithModel(toolkit, {
    ...common,
    model: asked.model,
    ...asked.limits,
    cache: asked.cache ?? beside(options.toolkit, 'answers'),
    judgments: beside(options.toolkit, 'judgments'),
    signal,
  })
}

function writeKept(toolkit: SyntheticToolkit, report: ToolAuditReport, file: string): void {
  const kept = keptToolkit(toolkit, report)
  if (kept === undefined) warn(`${file} is not written: no tool is reliable enough.`)
  else writeToolkit(file, kept)
}

async function run(options: Options): Promise<void> {
  const toolkit = readToolkit(options.toolkit)
  const report = await interruptible((signal) => audited(toolkit, options, signal))
  if (options.json) printJson('calls' in report ? usageJson(report) : report)
  else {
    showAudit(report)
    if ('calls' in report) printText(usageText(report))
  }
  if (report.stopped !== null)
    warn(
      `Stopped with ${report.stopped.open} calls open: ${report.stopped.why}. Run the same command to go on.`,
    )
  else if (options.out !== undefined) writeKept(toolkit, report, options.out)
  const isContradicted = report.sequences.some(({ contradictions }) => contradictions.length > 0)
  if (report.stopped !== null || isContradicted || report.tools.some(({ kept }) => !kept))
    process.exitCode = 1
}

/** `tracewright synth audit` */
export const addSynthAudit = (synth: Command): Command =>
  withModelOptions(
    synth
      .command('audit')
      .description('put simulated tools to the test with calls made for it, and judge what they answer')
      .requiredOption('--toolkit <file>', 'NAME.toolkit.json: the tools, their state and known calls')
      .option('--responder <module>', 'module whose default export answers calls, to be audited instead')
      .option('--out <file>', 'write the toolkit with the tools that are kept')
      .option(
        '--min-reliability <share>',
        'least lower bound of a tool that is kept',
        shareOf,
        DEFAULT_MIN_RELIABILITY,
      )
      .option('--seed <number>', 'draws of the calls and their worlds', atLeast(0), 0),
    'that simulates, and judges beside the rules; judgments are kept in NAME.judgments.jsonl',
  ).action(run)
