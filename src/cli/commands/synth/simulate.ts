import type { Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import { readText } from '../../../shared/whole-file.ts'
import { respond, respondWithPlaceholders } from '../../../synthetic/simulate/respond.ts'
import { type Responder, type SimulatedCall, simulateCalls } from '../../../synthetic/simulate/simulators.ts'
import { readToolkit, writeToolkit } from '../../../synthetic/toolkit/toolkit.ts'
import { readSequences } from '../../../synthetic/validate/read-calls.ts'
import { createCountdown } from '../../countdown.ts'
import {
  addModelOptions,
  asksForPlaceholders,
  importLiveSimulator,
  type ModelOptions,
  openCachedModel,
} from '../../model-options.ts'
import { createMinimumParser } from '../../options.ts'
import { printJson, printText, showProgress, warn } from '../../output.ts'
import { buildSiblingPath, formatUsage } from './stage-output.ts'

interface Options extends ModelOptions {
  toolkit: string
  calls: string
  seed: number
  keep?: boolean
}

function show({ tool, status, code, message, origin, output }: SimulatedCall): void {
  if (status === 'ERROR') printText(`${tool}: no answer: ${message}`)
  else if (status === 'FAIL') printText(`${tool}: ${code} ${message}`)
  else printText(`${tool}: ${code} ${origin}\n${JSON.stringify(output, null, 2)}`)
}

async function run(options: Options): Promise<void> {
  const { toolkit: file, calls: callFile, seed, keep, json } = options
  if (keep && (options.model === undefined || asksForPlaceholders(options)))
    throw new TracewrightError('Invalid --keep: it requires the --model whose answers are kept.')
  const toolkit = readToolkit(file)
  const lines = readSequences(readText(callFile, 'calls'), callFile)
  const chosenModel = await openCachedModel(options, buildSiblingPath(file, 'answers'))
  // An answer and its judgment, for each call that nothing else covers.
  chosenModel?.limits.announce('simulate', 2 * lines.reduce((sum, line) => sum + line.calls.length, 0))
  const live = chosenModel && (await importLiveSimulator())(toolkit, chosenModel)
  const answer = asksForPlaceholders(options) ? respondWithPlaceholders : respond
  const respondToCall: Responder = (call, world) => live?.respond(call, world) ?? answer(call, toolkit, world)
  const notify = createCountdown('simulate', 'lines')
  const unanswered: SimulatedCall[] = []
  for (const [i, line] of lines.entries()) {
    const results = await simulateCalls(line.calls, toolkit, seed, respondToCall)
    unanswered.push(...results.filter(({ status }) => status === 'ERROR'))
    if (chosenModel !== undefined) notify(i + 1, lines.length)
    if (!json) results.forEach(show)
    else printJson(line.alone ? results[0] : { sequence: results })
  }
  showProgress('')
  // At the end: a run that is stopped leaves the toolkit that it began with, and finds its answers in the cache.
  const kept = live?.keepAnswers() ?? toolkit
  if (keep && kept !== toolkit) writeToolkit(file, kept)
  if (!json && chosenModel !== undefined) printText(formatUsage(chosenModel.limits.usage))
  if (unanswered.length === 0) return
  warn(
    `${unanswered.length} calls have no answer, the last one: ${unanswered.at(-1)?.message}` +
      (chosenModel === undefined ? '' : ' Run the same command to resume; no model call is repeated.'),
  )
  process.exitCode = 1
}

export const addSimulateCalls = (synth: Command): Command =>
  addModelOptions(
    synth
      .command('simulate')
      .description(
        'answer calls of the tools of a toolkit: with rules, handlers, known calls and answers of a model; the exit ' +
          'code says whether every call has an answer, not whether the calls pass',
      )
      .requiredOption('--toolkit <file>', 'NAME.toolkit.json')
      .requiredOption(
        '--calls <file>',
        'JSON Lines of {"tool","args"}, or {"sequence":[...]} that shares one world',
      )
      .option(
        '--seed <n>',
        'seed of the world; 0 has the given records, others exchange ids and numbers',
        createMinimumParser(0),
        0,
      )
      .option(
        '--keep',
        'write the answers of the model into the toolkit, which then needs no model for these calls',
      ),
    'that answers calls that nothing else covers, or "placeholders" for typed placeholder values',
  ).action(run)
