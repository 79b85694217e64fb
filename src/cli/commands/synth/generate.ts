import { Argument, type Command, InvalidArgumentError } from 'commander'
import { messageOf, TracewrightError } from '../../../shared/errors.ts'
import type { GenerateOptions } from '../../../synthetic/generate/generate.ts'
import type { StageProgress, StageReport } from '../../../synthetic/generate/run-items.ts'
import { COUNTS, STAGE_NAMES, type StageName } from '../../../synthetic/generate/stage-names.ts'
import { hasMethod, loadDefault } from '../../load-default.ts'
import { printJson, printText, progress, warn } from '../../output.ts'

type ChatModel = GenerateOptions['model']

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

const atLeast =
  (least: number) =>
  (text: string): number => {
    const number = Number(text)
    if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number
    throw new InvalidArgumentError(`It is a whole number from ${least} up.`)
  }

const isChatModel = (value: unknown): value is ChatModel =>
  hasMethod(value, 'invoke') && hasMethod(value, 'withStructuredOutput') && hasMethod(value, '_llmType')

const DEFAULT_COUNTS = Object.entries(COUNTS)
  .map(([stage, count]) => `${stage} ${count}`)
  .join(', ')

/** A file beside another: `tools.jsonl` and `tools.answers.jsonl`. */
const beside = (file: string, what: string): string =>
  `${file.replace(/\.(jsonl|ndjson)$/, '')}.${what}.jsonl`

/** Loaded only here, for it needs @langchain/core, which not every user has. */
async function loadGenerate() {
  try {
    return (await import('../../../synthetic/generate/generate.ts')).generate
  } catch (error) {
    throw new TracewrightError(
      `Failed to load the generator: ${messageOf(error)}. It needs @langchain/core; install that.`,
      { cause: error },
    )
  }
}

const showProgress = ({ stage, done, total, failed, calls, replayed }: StageProgress): void =>
  progress(
    `${stage}: ${done} of ${total}, ${failed} failed; ${calls} calls, ${replayed} answers from the file`,
  )

function show(report: StageReport, file: string): void {
  const { items, done, resumed, failed, calls, replayed, retries, truncated, invalid } = report
  for (const { item, problems } of failed) printText(`failed: ${item}: ${problems.join('; ')}`)
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
  const generate = await loadGenerate()
  const chatModel = await loadDefault(model, 'the model', isChatModel)
  const interrupt = new AbortController()
  const onSignal = (): void => {
    warn('finishing what is in flight; a second interrupt ends it at once')
    interrupt.abort()
  }
  process.once('SIGINT', onSignal)
  const report = await generate(stage, {
    model: chatModel,
    in: input,
    out,
    cache: cache ?? beside(out, 'answers'),
    plans: plans ?? beside(out, 'plans'),
    attempts: options.attempts,
    concurrency: options.concurrency,
    onProgress: showProgress,
    signal: interrupt.signal,
    ...(count === undefined ? {} : { count }),
    ...(maxCalls === undefined ? {} : { maxCalls }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  }).finally(() => {
    progress('')
    process.off('SIGINT', onSignal)
  })
  if (json) {
    const { inputTokens: input_tokens, outputTokens: output_tokens, ...rest } = report
    printJson({ file: out, ...rest, input_tokens, output_tokens })
  } else show(report, out)
  for (const note of report.notes) warn(note)
  if (report.stopped !== null)
    warn(
      `Stopped with ${report.done} of ${report.items} done: ${report.stopped}. ` +
        'Run the same command to go on; nothing is asked twice.',
    )
  else if (report.failed.length > 0)
    warn(`${report.failed.length} of ${report.items} have no usable answer. Give more --attempts to ask on.`)
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
    .option('--concurrency <number>', 'questions in flight at once', atLeast(1), 4)
    .option('--max-calls <number>', 'calls of the model in this run; 0 only replays', atLeast(0))
    .option('--max-tokens <number>', 'begin no call after so many tokens in this run', atLeast(1))
    .option('--json', 'print one JSON document')
    .action(run)
