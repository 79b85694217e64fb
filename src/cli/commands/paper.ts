import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import { formatAgentName, listRankedCases } from '../../metrics/contestants.ts'
import { PUBLISHED_BOARD } from '../../metrics/published-leaderboard.ts'
import { type Prices, readPrices } from '../../models/prices.ts'
import { escapeMarkdown } from '../../report/markdown.ts'
import { createExhibit, EXHIBIT_NAMES, type Exhibit, type Row } from '../../report/paper/exhibit.ts'
import { renderCsv, renderLatex } from '../../report/paper/render.ts'
import {
  type AgentCases,
  listCauseRows,
  listDiagnosticRows,
  listGapRows,
  listLevelRows,
  listOverviewRows,
  listPairRows,
  listPatternRows,
  listPublishedRows,
  listShare,
} from '../../report/paper/rows.ts'
import { listSyntheticExhibits, syntheticSchema } from '../../report/paper/synthetic.ts'
import type { LeaderboardRow } from '../../schema/report.ts'
import type { Run } from '../../schema/run.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { formatShortList } from '../../shared/problem-list.ts'
import { readDocument } from '../../shared/read-document.ts'
import { checkReplaceable, readText, writeWhole } from '../../shared/whole-file.ts'
import { costsOfAgents } from '../agent-costs.ts'
import { loadOptional } from '../load-default.ts'
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
  plots: boolean
  json?: boolean
}

const calibrationSchema = z.object({
  agents: z.array(
    z.object({ name: z.string(), scorer: z.string(), solved: z.number().nullable(), overall: z.number() }),
  ),
})

const SYNTH_ADVICE = 'Write it with `tracewright synth dedupe --sweep 0.75..0.92 --levels --json`'

/** Agents of `calibrate` that know nothing of a task. */
const BASELINES = ['idle', 'random', 'constant', 'everything']

/** What the oracle and the guessing agents reach on the suite. */
function describeCalibration(file: string | undefined): string {
  if (file === undefined) return 'Baselines and ceiling: not measured.'
  const { agents } = readDocument(file, calibrationSchema, {
    advice: 'Write it with `tracewright calibrate SUITE --json`',
  })
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

/** Cost against score: money where every agent that states tokens has a price, else tokens. */
function showCosts(
  rows: readonly LeaderboardRow[],
  runs: readonly Run[],
  prices: Prices | undefined,
): Exhibit {
  const stated = costsOfAgents(rows, runs, prices).filter(({ input_tokens }) => input_tokens !== null)
  const isPriced = stated.every(({ cost }) => cost !== null)
  const points = rows.flatMap(({ agent, overall }): Row[] => {
    const costs = stated.find((one) => one.agent === agent)
    if (costs === undefined) return []
    const { cost, attempts, unknown, input_tokens, output_tokens } = costs
    const money = isPriced ? cost : null
    const total = money?.amount ?? (input_tokens ?? 0) + (output_tokens ?? 0)
    return [
      {
        ...{ agent, cost: total / (attempts - unknown), unit: money?.currency ?? 'tokens' },
        ...listShare('solved', overall.solved, overall.interval),
      },
    ]
  })
  const open = rows.flatMap(({ agent }) => (stated.some((one) => one.agent === agent) ? [] : [agent]))
  const more = open.length === 0 ? '' : ` Not shown, since their cost is unknown: ${open.join(', ')}.`
  return createExhibit('cost', points, ` Unit: ${points[0]?.unit ?? ''}.${more}`)
}

function showCauses(agents: readonly AgentCases[]): Exhibit {
  const rows = listCauseRows(agents)
  const solvers = agents.flatMap(({ agent }) => (rows.some((row) => row.agent === agent) ? [] : agent))
  const more = solvers.length === 0 ? '' : ` Every task was solved by ${solvers.join(', ')}.`
  return createExhibit('causes', rows, more)
}

function showRuns(runs: readonly Run[], prices: Prices | undefined): Exhibit[] {
  const { rows, averages, pairs } = rankRuns(runs)
  const cases = listRankedCases(runs)
  const agents = rows.map(({ agent }) => ({
    agent,
    cases: cases.filter((item) => formatAgentName(item) === agent),
  }))
  return [
    createExhibit('overview', listOverviewRows(rows)),
    createExhibit('levels', listLevelRows(rows, averages)),
    createExhibit('gaps', listGapRows(rows, averages)),
    createExhibit('pairs', listPairRows(pairs)),
    showCauses(agents),
    showCosts(rows, runs, prices),
    createExhibit('patterns', listPatternRows(agents)),
    createExhibit('diagnostics', cases.some(({ score }) => score) ? listDiagnosticRows(agents) : []),
  ]
}

const INDEX_FILE = 'README.md'
/** The first line of the index: a folder whose index has it was written by this command. */
const INDEX_HEADING = '# Tables and plots'

const renderIndex = (shown: readonly Shown[], left: readonly string[]): string =>
  [
    INDEX_HEADING,
    ...shown.flatMap(({ exhibit: { name, title, note, plots = {} }, provenance }) => {
      const files = [`${name}.csv`, `${name}.tex`, ...Object.keys(plots).map((plot) => `${plot}.svg`)]
      return ['', `**${title}** (${files.join(', ')}). ${escapeMarkdown(`${note} ${provenance}`)}`]
    }),
    ...(left.length === 0 ? [] : ['', '## Left out', '', ...left.map((line) => `- ${line}`)]),
    '',
  ].join('\n')

interface Shown {
  exhibit: Exhibit
  provenance: string
}

/** The exhibits that the input has data for. */
function listShown(runFiles: readonly string[], options: Options, version: string): Shown[] {
  const prices = options.prices === undefined ? undefined : readPrices(options.prices)
  const runs = runFiles.map((file) => readRun(file))
  const ofRuns = runs.length === 0 ? [] : showRuns(runs, prices)
  const provenance = `${describeCalibration(options.calibration)} ${describeRuns(runs, version)}`
  const published = options.published ? listPublishedRows(PUBLISHED_BOARD) : []
  const shown = [
    ...ofRuns.map((exhibit) => ({ exhibit, provenance })),
    {
      exhibit: createExhibit('published', published),
      provenance: `Data: CC BY 4.0; tracewright ${version}.`,
    },
    ...options.synth.flatMap((file) =>
      listSyntheticExhibits(readDocument(file, syntheticSchema, { advice: SYNTH_ADVICE })).map((exhibit) => ({
        exhibit,
        provenance: `From ${basename(file)}; tracewright ${version}.`,
      })),
    ),
  ].filter(({ exhibit }) => exhibit.rows.length > 0)
  const names = shown.map(({ exhibit }) => exhibit.name)
  const twin = names.find((name, i) => names.indexOf(name) < i)
  if (twin !== undefined)
    throw new TracewrightError(`Invalid --synth: two files have data for ${twin}. Name one of them.`)
  if (shown.length > 0) return shown
  throw new TracewrightError(
    'Failed to write a paper: nothing to show. Name the run.json of a run, or a file by --synth.',
  )
}

/** Draws plots; loads Vega, which no other command needs. */
const loadPlotter = () =>
  loadOptional(
    'vega vega-lite',
    'plots, which --no-plots leaves out',
    () => import('../../report/paper/plot.ts'),
  )

async function write(runFiles: readonly string[], options: Options, version: string): Promise<void> {
  const { out, json } = options
  const shown = listShown(runFiles, options, version)
  const names = shown.map(({ exhibit }) => exhibit.name)
  const left = EXHIBIT_NAMES.filter((name) => !names.includes(name)).map(
    (name) => `${name} needs ${createExhibit(name, []).needs}`,
  )
  const plotter = options.plots ? await loadPlotter() : undefined
  const files = new Map<string, string>()
  for (const { exhibit, provenance } of shown) {
    files.set(`${exhibit.name}.csv`, renderCsv(exhibit))
    files.set(`${exhibit.name}.tex`, renderLatex(exhibit, provenance))
    if (plotter === undefined) continue
    for (const [name, plot] of Object.entries(exhibit.plots ?? {}))
      files.set(`${name}.svg`, await plotter.drawPlot(plot, exhibit, provenance))
  }
  files.set(INDEX_FILE, renderIndex(shown, left))
  const index = join(out, INDEX_FILE)
  const isOwn = existsSync(index) && readText(index, 'the index').startsWith(INDEX_HEADING)
  for (const [name, text] of files) checkReplaceable(join(out, name), text, () => isOwn)
  for (const [name, text] of files) writeWhole(join(out, name), [text])
  if (json) return printJson({ out, files: [...files.keys()], left_out: left })
  printText(`${out}: ${[...files.keys()].join(', ')}`)
  for (const line of left) printText(`left out: ${line}`)
}

export const addPaper = (program: Command): Command =>
  program
    .command('paper')
    .description('write the tables (LaTeX, CSV) and plots (SVG) of a paper on one run or several')
    .argument('[runs...]', 'run.json of each run, on the same suites')
    .requiredOption('--out <folder>', 'folder to write to; files of an earlier call are replaced')
    .option('--calibration <file>', 'output of `calibrate --json`: captions name its baselines and ceiling')
    .option('--prices <file>', 'table of prices (JSON), to show costs in money')
    .option('--published', 'add the published leaderboard of CompToolBench')
    .option(
      '--synth <file>',
      'output of `synth dedupe --sweep --levels --json` or `synth report --json`; may be repeated',
      collect,
      [],
    )
    .option('--no-plots', 'write tables alone; plots need the packages vega and vega-lite')
    .action((runs: string[], options: Options) => write(runs, options, program.version() ?? ''))
