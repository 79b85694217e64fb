import type { Command } from 'commander'
import { TracewrightError } from '../../../shared/errors.ts'
import {
  type CoverageTotals,
  coverageOf,
  coverageTotals,
  SENTENCE_FATES,
  type ToolCoverage,
} from '../../../synthetic/rules/coverage.ts'
import { readToolRows, type ToolRow } from '../../../synthetic/tool-spec/read-published.ts'
import { withLangChain } from '../../load-model.ts'
import { askedModel } from '../../model-options.ts'
import { printJson, printText } from '../../output.ts'
import { shareBar } from '../../table.ts'
import { beside, runStage, type StageCommand, withStageOptions } from './stage-output.ts'

interface Options extends StageCommand {
  tools: string
  tool?: string
  out?: string
}

const WIDTH = 30

const MEANING = {
  compiled: 'compiled into rules',
  schema: 'repeats the schema',
  rule: 'rule by a model',
  run_time: 'no call shows it',
  per_call: 'asked per call',
  model: 'left to a model',
  silent: 'demands nothing',
} as const

function showTool({ tool, rules, sentences }: ToolCoverage): void {
  printText(tool)
  for (const { fate, text, kinds } of sentences)
    if (fate !== 'silent') printText(`  ${fate === 'compiled' ? kinds.join(', ') : fate}: ${text}`)
  const stated = rules.filter(({ source }) => source === 'schema' || source === 'implied')
  for (const { kind, parameters, source } of stated)
    printText(`  ${kind} (${source}): ${parameters.join(', ')}`)
}

function showTotals({ tools, tools_with_prose_rules, sentences, rules }: CoverageTotals): void {
  for (const [kind, count] of Object.entries(rules))
    printText(`${kind.padEnd(20)} ${String(count).padStart(6)} rules`)
  const all = SENTENCE_FATES.reduce((sum, fate) => sum + sentences[fate], 0)
  for (const fate of SENTENCE_FATES)
    printText(
      `${MEANING[fate].padEnd(20)} ${shareBar(sentences[fate], all, WIDTH)} ${String(sentences[fate]).padStart(6)} ` +
        `${((100 * sentences[fate]) / Math.max(all, 1)).toFixed(1).padStart(5)} %`,
    )
  printText(`${tools_with_prose_rules} of ${tools} tools have a rule that was read from prose.`)
}

/** Has the sentences judged that are left; gives the rows with the verdicts, or as they were where it was stopped. */
async function judged(rows: ToolRow[], out: string, options: Options): Promise<ToolRow[]> {
  const { judgeSentences } = await withLangChain(
    'what asks models',
    () => import('../../../synthetic/generate/sentences.ts'),
  )
  const { cache = beside(out, 'answers') } = options
  const { done, items } = await runStage(
    options,
    (asking) => judgeSentences(rows, { ...asking, out, cache }),
    {},
  )
  return done === items ? readToolRows(out) : rows
}

async function run(options: Options): Promise<void> {
  const { tools: file, tool, model, out, json } = options
  if ((model === undefined) !== (out === undefined))
    throw new TracewrightError(
      'Failed to judge sentences: --model judges them and --out keeps the verdicts. Give both or neither.',
    )
  if (model === undefined) await askedModel(options)
  const rows = readToolRows(file)
  const specs = (out === undefined ? rows : await judged(rows, out, options)).map((row) => row.tool)
  const chosen = tool === undefined ? specs : specs.filter(({ id, name }) => id === tool || name === tool)
  if (chosen.length === 0)
    throw new TracewrightError(
      `Failed to show coverage: ${file} has no tool "${tool}". Give an id or a name.`,
    )
  const coverages = chosen.map(coverageOf)
  const totals = coverageTotals(coverages)
  if (json) {
    printJson({ totals, tools: coverages })
    return
  }
  for (const coverage of coverages) showTool(coverage)
  showTotals(totals)
}

/** `tracewright synth coverage` */
export const addCoverage = (synth: Command): Command =>
  withStageOptions(
    synth
      .command('coverage')
      .description('show which rules were read from which sentence of a tool, and what is left to a model')
      .requiredOption('--tools <path>', 'JSON Lines of tools, or a folder of published tool files')
      .option('--tool <name>', 'only the tool of this id or name')
      .option(
        '--out <file>',
        'with --model: JSON Lines of the tools with a verdict on every sentence that is left',
      ),
    'that judges the sentences no rule was read from',
    false,
  ).action(run)
