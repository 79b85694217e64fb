import { Argument, type Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import { COUNTS, STAGE_NAMES, type StageName } from '../../../synthetic/generate/stage-names.ts'
import { withLangChain } from '../../load-model.ts'
import { printText } from '../../output.ts'
import { atLeast } from '../../whole-number.ts'
import { beside, runStage, type StageCommand, withStageOptions } from './stage-output.ts'

interface Options extends StageCommand {
  in: string
  out: string
  plans?: string
  count?: number
}

const DEFAULT_COUNTS = Object.entries(COUNTS)
  .map(([stage, count]) => `${stage} ${count}`)
  .join(', ')

async function run(stage: StageName, options: Options): Promise<void> {
  const { in: input, out, cache, plans, count } = options
  if (stage === 'tools' && count !== undefined)
    throw new TracewrightError(
      `Invalid --count ${count}: the stage "tools" makes as many as the task needs. Leave it out.`,
    )
  const { generate } = await withLangChain(
    'the generator',
    () => import('../../../synthetic/generate/generate.ts'),
  )
  await runStage(
    options,
    (asking) =>
      generate(stage, {
        ...asking,
        ...{ in: input, out, cache: cache ?? beside(out, 'answers'), plans: plans ?? beside(out, 'plans') },
        ...(count === undefined ? {} : { count }),
      }),
    {
      json: (report) => ({ file: out, ...report }),
      text: ({ items, done, resumed, failed }) =>
        printText(
          `${out}: ${done} of ${items} items done, ${resumed} of them before this run, ${failed.length} failed`,
        ),
    },
  )
}

/** `tracewright synth generate <stage>` */
export const addGenerateStages = (synth: Command): Command =>
  withStageOptions(
    synth
      .command('generate')
      .description(
        'have a chat model make fields, subdomains, tasks and tools, each stage from the file before',
      )
      .addArgument(new Argument('<stage>', 'what to make').choices(STAGE_NAMES))
      .requiredOption('--in <file>', 'JSON Lines: themes, or what the stage before wrote')
      .requiredOption('--out <file>', 'JSON Lines to write; what is in it is not asked for again')
      .option('--plans <file>', 'tool sets and plans, for tools (default: beside --out, NAME.plans.jsonl)')
      .option('--count <number>', `how many to ask for at once (default: ${DEFAULT_COUNTS})`, atLeast(1)),
    'that makes them',
  ).action(run)
