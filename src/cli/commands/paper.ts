import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import { formatAgentName } from '../../metrics/contestants.ts'
import { PUBLISHED_BOARD } from '../../metrics/published-leaderboard.ts'
import { type Prices, readPrices } from '../../models/prices.ts'
import { escapeMarkdown } from '../../report/markdown.ts'
import type { Exhibit, LeftOut } from '../../report/paper/exhibit.ts'
import { createFigureDrawer, renderCsv, renderLatex } from '../../report/paper/render.ts'
import {
  type PaperCost,
  showCosts,
  showDiagnostics,
  showGaps,
  showLevels,
  showPairs,
  showPatterns,
  showPublished,
} from '../../report/paper/run-exhibits.ts'
import { showSynthetic } from '../../report/paper/synthetic-exhibits.ts'
import type { Run } from '../../schema/run.ts'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import { describeJsonProblem, parseJson } from '../../shared/parse-json.ts'
import { formatIssues, formatShortList } from '../../shared/problem-list.ts'
import { readText } from '../../shared/read-text.ts'
import { costsOfAgents } from '../agent-costs.ts'
import { collect } from '../options.ts'
import { printJson, printText } from '../output.ts'
import { rankRuns } from '../rank-runs.ts'
import { readRun } from '../read-run.ts'

interface Options {
  out: string
  synth: string[]
  calibration?: string
  prices?: string
  published?: boolean
  figures: boolean
  json?: boolean
}

const calibrationSchema = z.object({
  agents: z.array(
    z.object({ name: z.string(), scorer: z.string(), solved: z.number().nullable(), overall: z.number() }),
  ),
})

const count = z.int().min(0)
const syntheticSchema = z
  .object({
    sweep: z
      .array(z.object({ tau: z.number(), kept: count, exact: count, similar: count, dropped: z.number() }))
      .optional(),
    levels: z
      .array(
        z.object({
          ...{ same: z.string(), pairs: count, mean: z.number(), sd: z.number() },
          ...{ median: z.number(), p99: z.number() },
        }),
      )
      .optional(),
    tools_by_errors: z.array(count).optional(),
    judge: z
      .object({ true_positive: count, false_negative: count, false_positive: count, true_negative: count })
      .optional(),
  })
  .refine(
    ({ sweep, levels, tools_by_errors }) => sweep ?? levels ?? tools_by_errors,
    'it has neither "sweep", "levels" nor "tools_by_errors"',
  )

/** Reads a document that another command printed with --json. */
function readDocument<T>(file: string, schema: z.ZodType<T>, command: string): T {
  const createError = (cause: string): TracewrightError =>
    new TracewrightError(`Failed to read ${file}: ${cause}. Write it with \`${command}\`.`, { at: { file } })
  const read = readText(file)
  if (!('text' in read)) throw createError(read.cause)
  let value: unknown
  try {
    value = parseJson(read.text)
  } catch (error) {
    throw createError(describeJsonProblem(error))
  }
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw createError(formatIssues(parsed.error))
  return parsed.data
}

/** Agents of `calibrate` that know nothing of a task. */
const BASELINES = ['idle', 'random', 'constant', 'everything']

/** What the oracle and the guessing agents reach on the suite. */
function describeCalibration(file: string | undefined): string {
  if (file === undefined) return 'Baselines and ceiling: not measured.'
  const { agents } = readDocument(file, calibrationSchema, 'tracewright calibrate SUITE --json')
  const causal = agents.filter(({ scorer }) => scorer === 'causal')
  const describe = (names: typeof causal): string =>
    names.map(({ name, solved, overall }) => `${name} ${(100 * (solved ?? overall)).toFixed(1)} %`).join(', ')
  const baselines = describe(causal.filter(({ name }) => BASELINES.includes(name)))
  return `Baselines: ${baselines}; ceiling: ${describe(causal.filter(({ name }) => name === 'oracle'))}.`
}

const MAX_NAMED = 6

/** Runs, seeds, models and versions behind every exhibit of runs. */
function describeRuns(runs: readonly Run[], version: string): string {
  const cases = runs.flatMap((run) => run.cases).filter(({ outcome }) => outcome !== 'skipped')
  const seeds = [...new Set(cases.flatMap(({ seed }) => seed ?? []))].sort((a, b) => a - b)
  const models = [
    ...new Set(cases.flatMap(({ attempts = [] }) => attempts.flatMap((one) => one.models ?? []))),
  ]
  const tasks = new Set(cases.map(({ suite, task_id }) => JSON.stringify([suite, task_id]))).size
  const suites = [...new Set(cases.map(({ suite }) => basename(suite)))]
  const named = runs.map(({ id, commit }) => (commit === undefined ? id : `${id} at ${commit.slice(0, 10)}`))
  return [
    `${tasks} tasks of ${formatShortList(suites, MAX_NAMED)}, first attempts`,
    `seeds ${seeds.length === 0 ? 'unknown' : formatShortList(seeds.map(String), MAX_NAMED)}`,
    `models ${models.length === 0 ? 'not stated' : formatShortList(models.sort(), MAX_NAMED)}`,
    `runs ${formatShortList(named, MAX_NAMED)}`,
    `tracewright ${version}.`,
  ].join('; ')
}

/** The mean cost of a task: money where every agent that states tokens has a price, else tokens. */
function computeTaskCosts(
  agents: readonly { agent: string }[],
  runs: readonly Run[],
  prices: Prices | undefined,
) {
  const stated = costsOfAgents(agents, runs, prices).flatMap((costs) => {
    const { input_tokens: input, output_tokens: output, attempts, unknown } = costs
    return input === null || output === null
      ? []
      : [{ ...costs, tokens: input + output, stated: attempts - unknown }]
  })
  const isPriced = stated.every(({ cost }) => cost !== null)
  return stated.map(
    ({ agent, cost, tokens, stated }): PaperCost => ({
      agent,
      cost: (isPriced && cost !== null ? cost.amount : tokens) / stated,
      unit: isPriced && cost !== null ? cost.currency : 'tokens',
    }),
  )
}

function showRuns(runs: readonly Run[], prices: Prices | undefined): { shown: Exhibit[]; left: LeftOut[] } {
  const { rows, averages, pairs } = rankRuns(runs)
  const cases = runs.flatMap((run) => run.cases).filter(({ outcome }) => outcome === 'scored')
  const agents = rows.map(({ agent }) => ({
    agent,
    cases: cases.filter((item) => formatAgentName(item) === agent),
  }))
  const left: LeftOut[] = []
  const orLeftOut = (name: string, exhibit: Exhibit | undefined, needs: string): Exhibit[] => {
    if (exhibit === undefined) left.push({ name, needs })
    return exhibit === undefined ? [] : [exhibit]
  }
  const costs = computeTaskCosts(rows, runs, prices)
  const shown = [
    showLevels(rows, averages),
    showGaps(rows, averages),
    ...orLeftOut('pairs', pairs.length === 0 ? undefined : showPairs(pairs), 'runs of two agents or more'),
    ...orLeftOut(
      'cost',
      costs.length === 0 ? undefined : showCosts(rows, costs),
      'an agent whose requests to models state their tokens',
    ),
    ...orLeftOut(
      'patterns',
      showPatterns(agents),
      'tasks with a pattern, as `tracewright generate` writes them',
    ),
    ...orLeftOut('diagnostics', showDiagnostics(agents), 'scored tasks'),
  ]
  return { shown, left }
}

/** Exhibits of synthetic tools, and the commands that give their data. */
const SYNTHETIC: Readonly<Record<string, string>> = {
  sweep: '--synth with the output of `tracewright synth dedupe --sweep 0.75..0.92 --json`',
  similarity: '--synth with the output of `tracewright synth dedupe --levels --json`',
  'wrong-responses': '--synth with the output of `tracewright synth report --json`',
  judge: '--synth with the output of `tracewright synth report --json` over judgments of a model',
}

const RUN_EXHIBITS = ['levels', 'gaps', 'pairs', 'cost', 'patterns', 'diagnostics']

function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  try {
    mkdirSync(folder, { recursive: true })
    for (const [name, text] of files) writeFileSync(join(folder, name), text)
  } catch (error) {
    throw new TracewrightError(
      `Failed to write to ${folder}: ${describeThrown(error)}. Name another folder by --out.`,
      { cause: error },
    )
  }
}

const renderIndex = (
  shown: readonly { exhibit: Exhibit; provenance: string }[],
  left: readonly LeftOut[],
): string =>
  [
    '# Tables and figures',
    ...shown.flatMap(({ exhibit: { name, title, note, figure }, provenance }) => [
      '',
      `**${title}** (${[`${name}.csv`, `${name}.tex`, ...(figure === undefined ? [] : [`${name}.svg`])].join(', ')}). ${escapeMarkdown(`${note} ${provenance}`)}`,
    ]),
    ...(left.length === 0 ? [] : ['', '## Left out', '']),
    ...left.map(({ name, needs }) => `- ${name}: needs ${needs}`),
    '',
  ].join('\n')

async function write(runFiles: readonly string[], options: Options, version: string): Promise<void> {
  const { out, synth, figures } = options
  if (runFiles.length === 0 && synth.length === 0 && !options.published)
    throw new TracewrightError(
      'Failed to write a paper: nothing to show. Name the run.json of a run, or a file by --synth.',
    )
  const prices = options.prices === undefined ? undefined : readPrices(options.prices)
  const runs = runFiles.map((file) => readRun(file))
  const ofRuns =
    runs.length > 0
      ? showRuns(runs, prices)
      : { shown: [], left: RUN_EXHIBITS.map((name) => ({ name, needs: 'the run.json of a run' })) }
  const provenance = `${describeCalibration(options.calibration)} ${describeRuns(runs, version)}`
  const shown = [
    ...ofRuns.shown.map((exhibit) => ({ exhibit, provenance })),
    ...(options.published
      ? [{ exhibit: showPublished(PUBLISHED_BOARD), provenance: `Data: CC BY 4.0; tracewright ${version}.` }]
      : []),
    ...synth.flatMap((file) =>
      showSynthetic(
        readDocument(file, syntheticSchema, 'tracewright synth dedupe --sweep 0.75..0.92 --levels --json'),
      ).map((exhibit) => ({ exhibit, provenance: `From ${basename(file)}; tracewright ${version}.` })),
    ),
  ]
  const names = shown.map(({ exhibit }) => exhibit.name)
  const twin = names.find((name, i) => names.indexOf(name) < i)
  if (twin !== undefined)
    throw new TracewrightError(`Invalid --synth: two files have data for ${twin}. Name one of them.`)
  const left = [
    ...ofRuns.left,
    ...(options.published ? [] : [{ name: 'published', needs: '--published' }]),
    ...Object.entries(SYNTHETIC).flatMap(([name, needs]) => (names.includes(name) ? [] : [{ name, needs }])),
  ]
  const draw = figures ? await createFigureDrawer() : undefined
  const files = new Map<string, string>()
  for (const { exhibit, provenance } of shown) {
    const { name, figure } = exhibit
    files.set(`${name}.csv`, renderCsv(exhibit))
    files.set(`${name}.tex`, renderLatex(exhibit, provenance))
    if (draw !== undefined && figure !== undefined)
      files.set(`${name}.svg`, await draw({ ...exhibit, figure }, provenance))
  }
  files.set('README.md', renderIndex(shown, left))
  writeFiles(out, files)
  if (options.json) return printJson({ out, files: [...files.keys()], left_out: left })
  printText(`${out}: ${[...files.keys()].join(', ')}`)
  for (const { name, needs } of left) printText(`left out: ${name} needs ${needs}`)
}

export const addPaper = (program: Command): Command =>
  program
    .command('paper')
    .description('write the tables (LaTeX, CSV) and figures (SVG) of a paper on one run or several')
    .argument('[runs...]', 'run.json of each run, on the same suites')
    .requiredOption('--out <folder>', 'folder to write to; files of the same name are replaced')
    .option('--calibration <file>', 'output of `calibrate --json`: captions name its baselines and ceiling')
    .option('--prices <file>', 'table of prices (JSON), to show costs in money')
    .option('--published', 'add the published leaderboard of CompToolBench')
    .option(
      '--synth <file>',
      'output of `synth dedupe --sweep --levels --json` or `synth report --json`; may be repeated',
      collect,
      [],
    )
    .option('--no-figures', 'write tables alone; figures need the packages vega and vega-lite')
    .action((runs: string[], options: Options) => write(runs, options, program.version() ?? ''))
