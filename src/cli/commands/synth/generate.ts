import { Argument, type Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import type { StageReport } from '../../../synthetic/generate/run-items.ts'
import { COUNTS, STAGE_NAMES, type StageName } from '../../../synthetic/generate/stage-names.ts'
import { interruptible } from '../../interruptible.ts'
import { loadModel, withLangChain } from '../../load-model.ts'
import { printJson, printText } from '../../output.ts'
import { atLeast } from '../../whole-number.ts'
import { showFailed, stageProgress, warnOfRest } from './stage-output.ts'

interface Options {
  in: string
  out: string
  model: string
  cache?: string
  plans?: string
  count?: number
  attempts: number
  concurrency: number
  maxCalls?: number
  maxTokens?: number
  json?: boolean
}

const DEFAULT_COUNTS = Object.entries(COUNTS)
  .map(([stage, count]) => `${stage} ${count}`)
  .join(', ')

/** A file beside another: `tools.jsonl` and `tools.answers.jsonl`. */
const beside = (file: string, what: string): string =>
  `${file.replace(/\.(jsonl|ndjson)$/, '')}.${what}.jsonl`

function show(report: StageReport, file: string): void {
  const { items, done, resumed, failed, calls, replayed, retries, truncated, invalid } = report
  showFailed(report)
  printText(
    `${file}: ${done} of ${items} items done, ${resumed} of them before this run, ${failed.length} failed`,
  )
  printText(
    `${calls} calls, ${replayed} answers from the file; ${retries} retries, ${truncated} answers cut off, ` +
      `${invalid} invalid; ${report.inputTokens} tokens in, ${report.outputTokens} out`,
  )
}

async function run(stage: StageName, options: Options): Promise<void> {
  const { in: input, out, model, cache, plans, count, json, maxCalls, maxTokens } = options
  if (stage === 'tools' && count !== undefined)
    throw new TracewrightError(
      'Failed to generate tools: --count does not apply, the task decides. Leave it out.',
    )
  const { generate } = await withLangChain(
    'the generator',
    () => import('../../../synthetic/generate/generate.ts'),
  )
  const chatModel = await loadModel(model)
  const report = await interruptible((signal) =>
    generate(stage, {
      model: chatModel,
      in: input,
      out,
      cache: cache ?? beside(out, 'answers'),
      plans: plans ?? beside(out, 'plans'),
      attempts: options.attempts,
      concurrency: options.concurrency,
      onProgress: stageProgress(stage),
      signal,
      ...(count === undefined ? {} : { count }),
      ...(maxCalls === undefined ? {} : { maxCalls }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
    }),
  )
  if (json) {
    const { inputTokens: input_tokens, outputTokens: output_tokens, ...rest } = report
    printJson({ file: out, ...rest, input_tokens, output_tokens })
  } else show(report, out)
  warnOfRest(report)
  if (report.done < report.items) process.exitCode = 1
}

/** `tracewright synth generate <stage>` */
export const addGenerateStages = (synth: Command): Command =>
  synth
    .command('generate')
    .description(
      'have a chat model make fields, subdomains, tasks and tools, each stage from the file before',
    )
    .addArgument(new Argument('<stage>', 'what to make').choices(STAGE_NAMES))
    .requiredOption('--in <file>', 'JSON Lines: themes, or what the stage before wrote')
    .requiredOption('--out <file>', 'JSON Lines to write; what is in it is not asked for again')
    .requiredOption('--model <module>', 'module whose default export is a LangChain chat model')
    .option('--cache <file>', 'keeps the answers of the model (default: beside --out, NAME.answers.jsonl)')
    .option('--plans <file>', 'tool sets and plans, for tools (default: beside --out, NAME.plans.jsonl)')
    .option('--count <number>', `how many to ask for at once (default: ${DEFAULT_COUNTS})`, atLeast(1))
    .option('--attempts <number>', 'how often to ask until an answer is usable', atLeast(1), 3)
    .option('--concurrency <number>', 'requests to the model at once', atLeast(1), 4)
    .option('--max-calls <number>', 'calls of the model in this run; 0 only replays', atLeast(0))
    .option('--max-tokens <number>', 'begin no call after so many tokens in this run', atLeast(1))
    .option('--json', 'print one JSON document')
    .action(run)
