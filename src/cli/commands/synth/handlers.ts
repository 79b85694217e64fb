import { basename } from 'node:path'
import type { Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import { readText } from '../../../shared/whole-file.ts'
import type { HandlersReport } from '../../../synthetic/handlers/run-handlers.ts'
import { readToolText } from '../../../synthetic/tool-spec/read-published.ts'
import { buildToolkit } from '../../../synthetic/toolkit/build-toolkit.ts'
import { readToolkit, type SyntheticToolkit, writeToolkit } from '../../../synthetic/toolkit/toolkit.ts'
import { TOOLKIT_ENDING } from '../../../tools/imported/file-names.ts'
import { addModelOptions, loadWithLangChain, type ModelOptions } from '../../model-options.ts'
import { printJson, printText, warn } from '../../output.ts'
import { buildSiblingPath, runStage } from './stage-output.ts'

interface Options extends ModelOptions {
  toolkit?: string
  tools?: string
  state?: string
  known?: string
  out?: string
}

const readSource = (file: string, what: string) => ({ file, text: readText(file, what) })

function build({ tools = '', state, known }: Options, out: string): SyntheticToolkit {
  const { toolkit, notes } = buildToolkit({
    name: basename(out).slice(0, -TOOLKIT_ENDING.length),
    tools: { file: tools, text: readToolText(tools) },
    ...(state === undefined ? {} : { state: readSource(state, 'the state') }),
    ...(known === undefined ? {} : { known: readSource(known, 'known calls') }),
  })
  for (const note of notes) warn(note)
  return toolkit
}

function showWritten({ answered, open }: HandlersReport, out: string): void {
  printText(
    `${out}: rules and handlers answer every call of ${answered.length} of ${answered.length + open.length} tools`,
  )
  for (const name of open) printText(`  without an answer to some calls: ${name}`)
}

/** Prints what a toolkit holds. */
function showToolkit(toolkit: SyntheticToolkit, file: string, json: boolean | undefined): void {
  const counts = {
    file,
    name: toolkit.name,
    tools: toolkit.tools.length,
    rules: toolkit.tools.reduce((sum, { rules }) => sum + rules.length, 0),
    handlers: toolkit.tools.filter(({ handler }) => handler !== undefined).length,
    collections: Object.keys(toolkit.state).length,
    known: toolkit.known.length,
  }
  if (json) {
    printJson(counts)
    return
  }
  printText(
    `${file}: ${counts.tools} tools with ${counts.rules} rules and ${counts.handlers} handlers, ` +
      `${counts.collections} collections, ${counts.known} known calls`,
  )
}

async function run(options: Options): Promise<void> {
  const { toolkit: file, tools, state, known, model } = options
  if ((file === undefined) === (tools === undefined))
    throw new TracewrightError('Failed to write handlers: give --tools for a new toolkit, or --toolkit.')
  const unused = [state === undefined ? '' : '--state', known === undefined ? '' : '--known'].find(Boolean)
  if (file !== undefined && unused !== undefined)
    throw new TracewrightError(`Invalid ${unused}: it requires --tools. The toolkit ${file} has its own.`)
  const { out = file } = options
  if (out === undefined || !out.endsWith(TOOLKIT_ENDING))
    throw new TracewrightError(
      `Invalid --out ${out ?? ''}: expected a file name that ends in ${TOOLKIT_ENDING}.`,
    )
  const toolkit = file === undefined ? build(options, out) : readToolkit(file)
  if (model === undefined) {
    if (file !== undefined)
      throw new TracewrightError('Missing --model: an existing toolkit needs a model to write its handlers.')
    writeToolkit(out, toolkit)
    showToolkit(toolkit, out, options.json)
    return
  }
  const { writeHandlers } = await loadWithLangChain(
    'what asks models',
    () => import('../../../synthetic/handlers/run-handlers.ts'),
  )
  await runStage(
    options,
    async ({ cache = buildSiblingPath(out, 'answers'), ...asking }) => {
      const report = await writeHandlers(toolkit, { ...asking, cache })
      // A run that is stopped leaves the toolkit as it was, and finds its answers in the cache.
      if (report.stopped === null && (report.toolkit !== toolkit || file === undefined))
        writeToolkit(out, report.toolkit)
      return report
    },
    {
      json: ({ toolkit: _, ...counts }) => ({ ...counts, file: out }),
      text: (report) => showWritten(report, out),
      without: 'The toolkit is not written yet. ',
    },
  )
}

export const addHandlers = (synth: Command): Command =>
  addModelOptions(
    synth
      .command('handlers')
      .description(
        'put tools, their state and known calls into one toolkit; with --model a chat ' +
          'model writes missing rules, handlers, known calls and records: ' +
          'every answer is executed, and repeated with the failures',
      )
      .option('--tools <file>', 'JSON Lines of tools, or a folder of published tool files')
      .option('--state <file>', 'with --tools: JSON object of collections of records')
      .option('--known <file>', 'with --tools: JSON Lines of {"tool","args","output"}')
      .option('--toolkit <file>', 'NAME.toolkit.json instead of --tools; its handlers stay')
      .option('--out <file>', 'toolkit to write (default: the same file)'),
    'that writes rules and handlers',
  ).action(run)
