import { Argument, type Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import type { StageReport } from '../../../synthetic/generate/run-items.ts'
import { COUNTS, STAGE_NAMES, type StageName } from '../../../synthetic/generate/stage-names.ts'
import { interruptible } from '../../interruptible.ts'
import { withLangChain } from '../../load-model.ts'
import { type ModelOptions, requiredModel, usageJson, withModelOptions } from '../../model-options.ts'
import { printJson, printText } from '../../output.ts'
import { atLeast } from '../../whole-number.ts'
import { progressShower, showFailed, spentText, warnOfRest } from './stage-output.ts'

interface Options extends ModelOptions {
  in: string
  out: string
  cache?: string
  plans?: string
  count?: number
  attempts: number
  concurrency: number
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
      `${invalid} invalid; ${spentText(report)}`,
  )
}

async function run(stage: StageName, options: Options): Promise<void> {
  const { in: input, out, cache, plans, count, json } = options
  if (stage === 'tools' && count !== undefined)
    throw new TracewrightError(
      `Invalid --count ${count}: the stage "tools" makes as many as the task needs. Leave it out.`,
    )
  const { generate } = await withLangChain(
    'the generator',
    () => import('../../../synthetic/generate/generate.ts'),
  )
  const { model, limits } = await requiredModel(options)
  const report = await interruptible((signal) =>
    generate(stage, {
      model,
      ...limits,
      in: input,
      out,
      cache: cache ?? beside(out, 'answers'),
      plans: plans ?? beside(out, 'plans'),
      attempts: options.attempts,
      onProgress: progressShower(),
      signal,
      ...(count === undefined ? {} : { count }),
    }),
  )
  if (json) printJson({ file: out, ...usageJson(report) })
  else show(report, out)
  warnOfRest(report)
  if (report.done < report.items) process.exitCode = 1
}

/** `tracewright synth generate <stage>` */
export const addGenerateStages = (synth: Command): Command =>
  withModelOptions(
    synth
      .command('generate')
      .description(
        'have a chat model make fields, subdomains, tasks and tools, each stage from the file before',
      )
      .addArgument(new Argument('<stage>', 'what to make').choices(STAGE_NAMES))
      .requiredOption('--in <file>', 'JSON Lines: themes, or what the stage before wrote')
      .requiredOption('--out <file>', 'JSON Lines to write; what is in it is not asked for again')
      .option('--cache <file>', 'keeps the answers of the model (default: beside --out, NAME.answers.jsonl)')
      .option('--plans <file>', 'tool sets and plans, for tools (default: beside --out, NAME.plans.jsonl)')
      .option('--count <number>', `how many to ask for at once (default: ${DEFAULT_COUNTS})`, atLeast(1))
      .option('--attempts <number>', 'how often to ask until an answer is usable', atLeast(1), 3)
      .option('--concurrency <number>', 'questions in flight at once', atLeast(1), 4)
      .option('--json', 'print one JSON document'),
    'that makes them',
    true,
  ).action(run)
