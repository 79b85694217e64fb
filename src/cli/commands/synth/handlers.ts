import type { Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import type { HandlersReport } from '../../../synthetic/handlers/run-handlers.ts'
import { readToolkit, writeToolkit } from '../../../synthetic/toolkit/toolkit.ts'
import { TOOLKIT_ENDING } from '../../../tools/imported/files.ts'
import { interruptible } from '../../interruptible.ts'
import { withLangChain } from '../../load-model.ts'
import { type ModelOptions, requiredModel, usageJson, withModelOptions } from '../../model-options.ts'
import { printJson, printText } from '../../output.ts'
import { atLeast } from '../../whole-number.ts'
import { progressShower, showFailed, spentText, warnOfRest } from './stage-output.ts'

interface Options extends ModelOptions {
  toolkit: string
  out?: string
  attempts: number
  concurrency: number
  json?: boolean
}

function show(report: HandlersReport, out: string): void {
  const { answered, open, calls, replayed, retries } = report
  showFailed(report)
  printText(
    `${out}: rules and handlers answer ${answered.length} of ${answered.length + open.length} tools entirely`,
  )
  for (const name of open) printText(`  calls stay open: ${name}`)
  printText(`${calls} calls, ${replayed} answers from the file; ${retries} retries; ${spentText(report)}`)
}

async function run(options: Options): Promise<void> {
  const { toolkit: file, out = file, cache, attempts, json } = options
  if (!out.endsWith(TOOLKIT_ENDING))
    throw new TracewrightError(`Invalid --out ${out}: expected a file name that ends in ${TOOLKIT_ENDING}.`)
  const { writeHandlers } = await withLangChain(
    'what asks models',
    () => import('../../../synthetic/handlers/run-handlers.ts'),
  )
  const toolkit = readToolkit(file)
  const { model, limits } = await requiredModel(options)
  const report = await interruptible((signal) =>
    writeHandlers(toolkit, {
      model,
      ...limits,
      attempts,
      cache: cache ?? `${out.slice(0, -TOOLKIT_ENDING.length)}.answers.jsonl`,
      onProgress: progressShower(),
      signal,
    }),
  )
  // A run that is stopped leaves the toolkit as it was, and finds its answers in the cache.
  if (report.stopped === null && report.toolkit !== toolkit) writeToolkit(out, report.toolkit)
  const { toolkit: _, ...counts } = report
  if (json) printJson({ ...usageJson(counts), file: out })
  else show(report, out)
  warnOfRest(report, 'The toolkit is not written yet. ')
  if (report.done < report.items) process.exitCode = 1
}

/** `tracewright synth handlers` */
export const addHandlers = (synth: Command): Command =>
  withModelOptions(
    synth
      .command('handlers')
      .description(
        'have a chat model write rules, handlers and a known call for each tool of a toolkit that has none, and records ' +
          'where there are none; every answer is executed, and asked for again with what failed',
      )
      .requiredOption('--toolkit <file>', 'NAME.toolkit.json; handlers that it has stay')
      .option('--out <file>', 'toolkit to write (default: the one that is read)')
      .option('--cache <file>', 'keeps the answers of the model (default: beside --out, NAME.answers.jsonl)')
      .option('--attempts <number>', 'how often to ask until an answer holds', atLeast(1), 3)
      .option('--concurrency <number>', 'questions in flight at once', atLeast(1), 4)
      .option('--json', 'print one JSON document'),
    'that writes them',
    true,
  ).action(run)
