import { Argument, type Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import { COUNTS, STAGE_NAMES } from '../../../synthetic/generate/stage-names.ts'
import { readToolRows } from '../../../synthetic/tool-spec/read-published.ts'
import { addModelOptions, loadWithLangChain, type ModelOptions } from '../../model-options.ts'
import { createMinimumParser } from '../../options.ts'
import { printText } from '../../output.ts'
import { buildSiblingPath, runStage } from './stage-output.ts'

const STAGES = [...STAGE_NAMES, 'sentences'] as const
type Stage = (typeof STAGES)[number]

interface Options extends ModelOptions {
  in: string
  out: string
  count?: number
}

const DEFAULT_COUNTS = Object.entries(COUNTS)
  .map(([stage, count]) => `${stage} ${count}`)
  .join(', ')

async function run(stage: Stage, options: Options): Promise<void> {
  const { in: input, out, count } = options
  if ((stage === 'tools' || stage === 'sentences') && count !== undefined)
    throw new TracewrightError(
      `Invalid --count ${count}: the input of the stage "${stage}" sets the number. Leave --count out.`,
    )
  const [{ generate }, { judgeSentences }] = await loadWithLangChain('the generator', () =>
    Promise.all([
      import('../../../synthetic/generate/generate.ts'),
      import('../../../synthetic/generate/sentences.ts'),
    ]),
  )
  await runStage(
    options,
    ({ cache = buildSiblingPath(out, 'answers'), ...asking }) =>
      stage === 'sentences'
        ? judgeSentences(readToolRows(input), { ...asking, out, cache })
        : generate(stage, {
            ...asking,
            in: input,
            out,
            cache,
            plans: buildSiblingPath(out, 'plans'),
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

export const addGenerateStages = (synth: Command): Command =>
  addModelOptions(
    synth
      .command('generate')
      .description(
        'have a chat model write fields, subdomains, tasks and tools, each stage from the file before, or judge ' +
          'sentences of tools without a rule; plans go to NAME.plans.jsonl, next to --out',
      )
      .addArgument(new Argument('<stage>', 'what to make').choices(STAGES))
      .requiredOption('--in <file>', 'JSON Lines: themes, or what the stage before wrote')
      .requiredOption('--out <file>', 'JSON Lines to write; items that it holds are kept')
      .option(
        '--count <number>',
        `how many to ask for at once (default: ${DEFAULT_COUNTS})`,
        createMinimumParser(1),
      ),
    'that writes them',
    true,
  ).action(run)
