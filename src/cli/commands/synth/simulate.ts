import type { Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import { isObject } from '../../../shared/json.ts'
import { recordKnown } from '../../../synthetic/simulate/record-known.ts'
import {
  type Responder,
  type SimulatedCall,
  simulateCalls,
} from '../../../synthetic/simulate/simulate-calls.ts'
import { readToolkit } from '../../../synthetic/toolkit/read-toolkit.ts'
import type { SyntheticToolkit } from '../../../synthetic/toolkit/toolkit.ts'
import { writeToolkit } from '../../../synthetic/toolkit/write-toolkit.ts'
import { type CallLine, readSequences } from '../../../synthetic/validate/read-sequences.ts'
import { loadModel, withLangChain } from '../../load-model.ts'
import { printJson, printText } from '../../output.ts'
import { atLeast } from '../../whole-number.ts'
import { readTextFile } from './read-text.ts'

interface Options {
  toolkit: string
  calls: string
  seed: number
  model?: string
  cache?: string
  attempts: number
  maxCalls?: number
  keep?: boolean
  json?: boolean
}

async function responderOf(toolkit: SyntheticToolkit, file: string, options: Options): Promise<Responder> {
  const { model, attempts, maxCalls } = options
  if (model === undefined) {
    const { respond } = await import('../../../synthetic/simulate/respond.ts')
    return (call, world) => respond(call, toolkit, world)
  }
  const [{ modelResponder }, { FileCache }, { Limits }] = await withLangChain('what asks models', () =>
    Promise.all([
      import('../../../synthetic/simulate/model-responder.ts'),
      import('../../../synthetic/generate/file-cache.ts'),
      import('../../../synthetic/generate/limits.ts'),
    ]),
  )
  return modelResponder({
    toolkit,
    model: await loadModel(model),
    cache: new FileCache(options.cache ?? file.replace(/\.toolkit\.json$/, '.answers.jsonl')),
    limits: new Limits({ concurrency: 1, ...(maxCalls === undefined ? {} : { maxCalls }) }),
    attempts,
  })
}

/** The toolkit with the answers that a model gave. */
const withAnswers = (
  toolkit: SyntheticToolkit,
  { calls }: CallLine,
  results: readonly SimulatedCall[],
): SyntheticToolkit =>
  results.reduce((kept, { tool, output, origin }, i) => {
    const args = calls[i]?.args
    return origin === 'model' && output !== null && isObject(args)
      ? recordKnown(kept, { tool, args, output })
      : kept
  }, toolkit)

function show({ tool, status, code, message, origin, output }: SimulatedCall): void {
  if (status === 'FAIL') printText(`${tool}: ${code} ${message}`)
  else printText(`${tool}: ${code} ${origin}\n${JSON.stringify(output, null, 2)}`)
}

async function run(options: Options): Promise<void> {
  const { toolkit: file, calls: callFile, seed, model, keep, json } = options
  if (keep && model === undefined)
    throw new TracewrightError('Failed to simulate: --keep keeps answers of a model. Give one with --model.')
  const toolkit = readToolkit(file)
  const lines = readSequences(readTextFile(callFile, 'calls'), callFile)
  const responder = await responderOf(toolkit, file, options)
  let kept = toolkit
  for (const line of lines) {
    const results = await simulateCalls(line.calls, toolkit, seed, responder)
    kept = withAnswers(kept, line, results)
    if (keep && kept !== toolkit) writeToolkit(file, kept)
    if (!json) results.forEach(show)
    else printJson(line.alone ? results[0] : { sequence: results })
  }
}

/** `tracewright synth simulate` */
export const addSimulateCalls = (synth: Command): Command =>
  synth
    .command('simulate')
    .description(
      'answer calls of the tools of a toolkit: with what is known, what follows from the state, or values made up; ' +
        'the exit code says whether the input could be read, not whether the calls pass',
    )
    .requiredOption('--toolkit <file>', 'NAME.toolkit.json')
    .requiredOption(
      '--calls <file>',
      'JSON Lines of {"tool","args"}, or {"sequence":[...]} that shares one world',
    )
    .option('--seed <n>', 'seed of the world; 0 has the state as it is given', atLeast(0), 0)
    .option(
      '--model <module>',
      'module whose default export is a LangChain chat model, asked instead of making up',
    )
    .option(
      '--cache <file>',
      'keeps the answers of the model (default: beside the toolkit, NAME.answers.jsonl)',
    )
    .option('--attempts <number>', 'how often to ask until an answer is usable', atLeast(1), 3)
    .option('--max-calls <number>', 'calls of the model in this run; 0 only replays', atLeast(0))
    .option('--keep', 'write the answers of the model into the toolkit as known calls')
    .option('--json', 'print one JSON document a line')
    .action(run)
