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
import { countdown } from '../../countdown.ts'
import { withLangChain } from '../../load-model.ts'
import { askedModel, type ModelOptions, withModelOptions } from '../../model-options.ts'
import { printJson, printText, progress, warn } from '../../output.ts'
import { atLeast } from '../../whole-number.ts'
import { readTextFile } from './read-text.ts'
import { spentText } from './stage-output.ts'

interface Options extends ModelOptions {
  toolkit: string
  calls: string
  seed: number
  cache?: string
  attempts: number
  keep?: boolean
  json?: boolean
}

async function responderOf(
  toolkit: SyntheticToolkit,
  file: string,
  options: Options,
): Promise<{ responder: Responder; spent: () => string }> {
  const asked = await askedModel(options)
  if (asked === undefined) {
    const { respond } = await import('../../../synthetic/simulate/respond.ts')
    return { responder: (call, world) => respond(call, toolkit, world), spent: () => '' }
  }
  const [{ modelResponder }, { FileCache }, { Limits }] = await withLangChain('what asks models', () =>
    Promise.all([
      import('../../../synthetic/simulate/model-responder.ts'),
      import('../../../models/file-cache.ts'),
      import('../../../models/limits.ts'),
    ]),
  )
  const limits = new Limits({ ...asked.limits, concurrency: 1 })
  const responder = modelResponder({
    toolkit,
    model: asked.model,
    cache: new FileCache(options.cache ?? file.replace(/\.toolkit\.json$/, '.answers.jsonl')),
    limits,
    attempts: options.attempts,
  })
  const { usage } = limits
  return {
    responder,
    spent: () => `${usage.calls} calls, ${usage.replayed} answers from the file; ${spentText(usage)}`,
  }
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
  if (status === 'ERROR') printText(`${tool}: no answer: ${message}`)
  else if (status === 'FAIL') printText(`${tool}: ${code} ${message}`)
  else printText(`${tool}: ${code} ${origin}\n${JSON.stringify(output, null, 2)}`)
}

async function run(options: Options): Promise<void> {
  const { toolkit: file, calls: callFile, seed, model, keep, json } = options
  if (keep && model === undefined)
    throw new TracewrightError('Failed to simulate: --keep keeps answers of a model. Give one with --model.')
  const toolkit = readToolkit(file)
  const lines = readSequences(readTextFile(callFile, 'calls'), callFile)
  const { responder, spent } = await responderOf(toolkit, file, options)
  const tell = countdown('simulate', 'lines')
  const unanswered: SimulatedCall[] = []
  let kept = toolkit
  for (const [i, line] of lines.entries()) {
    const results = await simulateCalls(line.calls, toolkit, seed, responder)
    unanswered.push(...results.filter(({ status }) => status === 'ERROR'))
    if (model !== undefined) tell(i + 1, lines.length)
    kept = withAnswers(kept, line, results)
    if (!json) results.forEach(show)
    else printJson(line.alone ? results[0] : { sequence: results })
  }
  progress('')
  // At the end: a run that is stopped leaves the toolkit that it began with, and finds its answers in the cache.
  if (keep && kept !== toolkit) writeToolkit(file, kept)
  if (!json && spent() !== '') printText(spent())
  if (unanswered.length === 0) return
  warn(
    `${unanswered.length} calls have no answer, at last: ${unanswered.at(-1)?.message} ` +
      'Run the same command to go on; nothing is asked twice.',
  )
  process.exitCode = 1
}

/** `tracewright synth simulate` */
export const addSimulateCalls = (synth: Command): Command =>
  withModelOptions(
    synth
      .command('simulate')
      .description(
        'answer calls of the tools of a toolkit: with what is known, what follows from the state, or values made up; ' +
          'the exit code says whether every call has an answer, not whether the calls pass',
      )
      .requiredOption('--toolkit <file>', 'NAME.toolkit.json')
      .requiredOption(
        '--calls <file>',
        'JSON Lines of {"tool","args"}, or {"sequence":[...]} that shares one world',
      )
      .option('--seed <n>', 'seed of the world; 0 has the state as it is given', atLeast(0), 0)
      .option(
        '--cache <file>',
        'keeps the answers of the model (default: beside the toolkit, NAME.answers.jsonl)',
      )
      .option('--attempts <number>', 'how often to ask until an answer is usable', atLeast(1), 3)
      .option('--keep', 'write the answers of the model into the toolkit as known calls')
      .option('--json', 'print one JSON document a line'),
    'that is asked in place of making up',
  ).action(run)
