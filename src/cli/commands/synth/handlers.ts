import type { Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import type { HandlersReport } from '../../../synthetic/handlers/run-handlers.ts'
import { readToolkit, writeToolkit } from '../../../synthetic/toolkit/toolkit.ts'
import { TOOLKIT_ENDING } from '../../../tools/imported/files.ts'
import { withLangChain } from '../../load-model.ts'
import { printText } from '../../output.ts'
import { beside, runStage, type StageCommand, withStageOptions } from './stage-output.ts'

interface Options extends StageCommand {
  toolkit: string
  out?: string
}

function show({ answered, open }: HandlersReport, out: string): void {
  printText(
    `${out}: rules and handlers answer ${answered.length} of ${answered.length + open.length} tools entirely`,
  )
  for (const name of open) printText(`  calls stay open: ${name}`)
}

async function run(options: Options): Promise<void> {
  const { toolkit: file, out = file, cache = beside(out, 'answers') } = options
  if (!out.endsWith(TOOLKIT_ENDING))
    throw new TracewrightError(`Invalid --out ${out}: expected a file name that ends in ${TOOLKIT_ENDING}.`)
  const { writeHandlers } = await withLangChain(
    'what asks models',
    () => import('../../../synthetic/handlers/run-handlers.ts'),
  )
  const toolkit = readToolkit(file)
  await runStage(
    options,
    async (asking) => {
      const report = await writeHandlers(toolkit, { ...asking, cache })
      // A run that is stopped leaves the toolkit as it was, and finds its answers in the cache.
      if (report.stopped === null && report.toolkit !== toolkit) writeToolkit(out, report.toolkit)
      return report
    },
    {
      json: ({ toolkit: _, ...counts }) => ({ ...counts, file: out }),
      text: (report) => show(report, out),
      without: 'The toolkit is not written yet. ',
    },
  )
}

/** `tracewright synth handlers` */
export const addHandlers = (synth: Command): Command =>
  withStageOptions(
    synth
      .command('handlers')
      .description(
        'have a chat model write rules, handlers and a known call for each tool of a toolkit that has none, and records ' +
          'where there are none; every answer is executed, and asked for again with what failed',
      )
      .requiredOption('--toolkit <file>', 'NAME.toolkit.json; handlers that it has stay')
      .option('--out <file>', 'toolkit to write (default: the one that is read)'),
    'that writes them',
  ).action(run)
