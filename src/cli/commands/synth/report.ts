import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { listSyntheticExhibits } from '../../../report/paper/synthetic.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import { readJsonl } from '../../../shared/jsonl-file.ts'
import { formatLines, isLinesWith, writeOutput } from '../../../shared/whole-file.ts'
import { auditToolkit } from '../../../synthetic/audit/audit-report.ts'
import { type AuditRecord, auditRecordSchema } from '../../../synthetic/audit/audit-test.ts'
import { type AuditTables, reportAudit, toChat } from '../../../synthetic/report/report.ts'
import type { ToolSpec } from '../../../synthetic/tool-spec/tool-spec.ts'
import { readToolkit } from '../../../synthetic/toolkit/toolkit.ts'
import { TOOLKIT_ENDING } from '../../../tools/imported/file-names.ts'
import { createCountdown } from '../../countdown.ts'
import { showExhibits } from '../../exhibit-table.ts'
import { refuseInput } from '../../options.ts'
import { printJson, printText, showProgress } from '../../output.ts'
import { shareText } from '../../table.ts'

const JUDGMENTS_ENDING = '.judgments.jsonl'

interface Source {
  readonly records: readonly AuditRecord[]
  /** Specifications of its tools; none where the toolkit of the judgments is not beside them. */
  readonly tools: readonly ToolSpec[]
}

/** Audits a toolkit without a model. */
async function auditFile(file: string): Promise<Source> {
  const toolkit = readToolkit(file)
  const lines: AuditRecord[] = []
  const records = { lines: [], append: (record: AuditRecord) => void lines.push(record), rewrite() {} }
  await auditToolkit(toolkit, { attempts: 1, records, onProgress: createCountdown('audit', 'calls') })
  showProgress('')
  return { records: lines, tools: toolkit.tools }
}

async function readSource(file: string): Promise<Source> {
  if (file.endsWith(TOOLKIT_ENDING)) return auditFile(file)
  if (!file.endsWith(JUDGMENTS_ENDING))
    throw new TracewrightError(
      `Failed to report on ${file}: expected NAME${TOOLKIT_ENDING} or NAME${JUDGMENTS_ENDING}.`,
    )
  const toolkit = `${file.slice(0, -JUDGMENTS_ENDING.length)}${TOOLKIT_ENDING}`
  return {
    records: readJsonl(file, auditRecordSchema),
    tools: existsSync(toolkit) ? readToolkit(toolkit).tools : [],
  }
}

/** Writes the responses that were judged correct, each as a conversation. */
function writeChat(file: string, sources: readonly Source[]): number {
  const chats = sources.flatMap(({ records, tools }) =>
    records.flatMap((record) => {
      const tool = tools.find(({ id }) => id === record.test.tool)
      return tool === undefined || record.first.judgment !== 'correct' ? [] : [toChat(record, tool)]
    }),
  )
  if (chats.length === 0)
    throw new TracewrightError(
      'Failed to write --chat: no response is judged correct, or no toolkit is next to the judgments.',
    )
  writeOutput(file, formatLines(chats), isLinesWith('messages'))
  return chats.length
}

function show(report: AuditTables): void {
  showExhibits(listSyntheticExhibits(report))
  const { accuracy, false_positive_rate: passed } = report.judge
  if (accuracy === null) {
    printText('No model judged a response that rules decide.')
    return
  }
  const rate = passed === null ? 'no response is wrong' : `wrong ones passed ${shareText(passed)}`
  printText(`judge: accuracy ${shareText(accuracy, `of ${accuracy.cases} `)}, ${rate}`)
}

interface Options {
  chat?: string
  json?: boolean
}

async function run(files: readonly string[], { chat, json }: Options): Promise<void> {
  refuseInput('--chat', chat, files)
  const sources: Source[] = []
  for (const file of files) sources.push(await readSource(file))
  const report = reportAudit(sources.flatMap(({ records }) => records))
  const chats = chat === undefined ? undefined : writeChat(chat, sources)
  if (json) return printJson({ ...report, ...(chats === undefined ? {} : { chat: { file: chat, chats } }) })
  show(report)
  if (chats !== undefined) printText(`${chat}: ${chats} conversations`)
}

export const addSynthReport = (synth: Command): Command =>
  synth
    .command('report')
    .description('how right simulated tools and their judge are, in the tables of the SynthTools paper')
    .argument(
      '<files...>',
      'NAME.toolkit.json, audited now without a model, or NAME.judgments.jsonl of an audit',
    )
    .option(
      '--chat <file>',
      'write responses that were judged correct as chat messages, one per line, for training',
    )
    .action(run)
