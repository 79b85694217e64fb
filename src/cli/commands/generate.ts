import { type Command, InvalidArgumentError } from 'commander'
import { LEVELS, type Level, type Task } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { groupBy } from '../../shared/group.ts'
import { dropUndefinedFields } from '../../shared/json.ts'
import { formatShortList, takeFirstLines } from '../../shared/problem-list.ts'
import { isCodeSuiteName } from '../../shared/shown-path.ts'
import { readWrittenTasks } from '../../suites/code/load.ts'
import { toolsOf } from '../../suites/generate/catalogue.ts'
import type { Distractors } from '../../suites/generate/distractors.ts'
import {
  DEFAULT_COUNTS,
  generateSuite,
  type LevelCounts,
  type Shortage,
} from '../../suites/generate/generate-suite.ts'
import type { Lack } from '../../suites/generate/phrasebook/toolkit/parameters.ts'
import { EmptySuiteError, writeSuite } from '../../suites/load/write-suite.ts'
import { addToSuite } from '../../suites/print/print-suite.ts'
import { isRecordingFile } from '../../suites/repair/record/recording.ts'
import { registry } from '../../tools/builtin/registry.ts'
import { readImported, TOOLKIT_ENDING } from '../../tools/imported/files.ts'
import type { Toolkit } from '../../tools/imported/toolkit.ts'
import { createCountdown } from '../countdown.ts'
import { describeMissingOutputs, importBesideSuite, listToolsWithoutOutput } from '../imported-toolkit.ts'
import { loadSuiteModule } from '../load-module.ts'
import { printJson, printText, showProgress } from '../output.ts'
import { renderTextTable } from '../table.ts'

interface Options {
  seed: number
  out: string
  l0?: number
  l1?: number
  l2?: number
  l3?: number
  tools?: string
  distractors?: Distractors
  vet?: boolean
  json?: boolean
}

/** Names of tools that are printed for one reason. */
const MAX_NAMES = 5

function parseWholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Give a whole number from 0 up.')
  return Number(text)
}

const parseDistractorCount = (text: string): Distractors => (text === 'all' ? 'all' : parseWholeNumber(text))

/** Whether no number of tasks was asked for. */
const isDefault = ({ l0, l1, l2, l3 }: Options): boolean =>
  [l0, l1, l2, l3].every((count) => count === undefined)

type Shortcoming = Lack & { tool: string }

/** Rows that are printed; all are in the JSON document. */
const MAX_ROWS = 30

function lacksTable(shortcomings: readonly Shortcoming[]): string {
  const rows = [...groupBy(shortcomings, ({ lacks }) => lacks)].map(([lacks, group]) => {
    const names = group.map(({ tool }) => tool)
    return [takeFirstLines(names, MAX_NAMES).join('\n'), lacks, group.at(-1)?.add ?? '']
  })
  const table = renderTextTable(['tools', 'what they lack', 'what to add'], rows.slice(0, MAX_ROWS))
  return rows.length > MAX_ROWS ? `${table}\n${rows.length - MAX_ROWS} more rows; --json lists all` : table
}

/** The tools to draw over, and the file that has them as simulators. */
async function readTools(path: string, suite: string): Promise<{ file: string; toolkit: Toolkit }> {
  if (isModule(path)) return importBesideSuite(path, suite)
  if (isRecordingFile(path))
    throw new TracewrightError(
      `Failed to generate a suite: ${path} is a recording. Write \`npx tracewright import --from ${path} --out tools${TOOLKIT_ENDING}\`, then \`--tools tools${TOOLKIT_ENDING}\`.`,
    )
  return { file: path, toolkit: readImported(path) }
}

const isModule = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path)

async function write(options: Options, counts: LevelCounts) {
  const { seed, out, distractors, vet } = options
  const total = LEVELS.reduce((sum, level) => sum + counts[level], 0)
  if (total === 0) {
    throw new TracewrightError('Failed to generate a suite: every count is 0. Set one over 0.')
  }
  const levels: Record<Level, number> = { L0_node: 0, L1_chain: 0, L2_parallel: 0, L3_dag: 0 }
  const short: Shortage[] = []
  const source = options.tools === undefined ? undefined : await readTools(options.tools, out)
  const tools = source && toolsOf(source.toolkit)
  const lacks = [...(tools?.lacks ?? [])].map(([tool, lack]): Shortcoming => ({ tool, ...lack }))
  if (tools?.phrases.length === 0) return { levels, short, lacks, source, kept: [] }
  let kept: string[] = []
  const tasks = generateSuite({
    seed,
    counts,
    ...dropUndefinedFields({ distractors, tools }),
    ...(vet === false ? { vet } : {}),
    // Of imported tools nobody knows how many different tasks they have to give.
    upTo: tools !== undefined && isDefault(options),
    onShort: (shortage) => short.push(shortage),
  })
  const notify = createCountdown('generate', 'tasks')
  notify(0, total)
  try {
    const note = ({ level }: Task, count: number): void => {
      levels[level]++
      notify(count, total)
    }
    if (isCodeSuiteName(out)) {
      const known = (await readWrittenTasks(out, loadSuiteModule)).map(({ name }) => name)
      kept = addToSuite(out, tasks, tools?.registry ?? registry, known, note).kept
    } else await writeSuite(out, tasks, note)
  } catch (error) {
    // Why there are none is told by level and by tool.
    if (!(error instanceof EmptySuiteError)) {
      if (options.json !== true) printLacks(lacks, source?.toolkit)
      throw error
    }
  } finally {
    showProgress('')
  }
  return { levels, short, lacks, source, kept }
}

function printLacks(lacks: readonly Shortcoming[], toolkit: Toolkit | undefined): void {
  if (lacks.length > 0) printText(lacksTable(lacks))
  for (const line of toolkit === undefined ? [] : describeMissingOutputs(toolkit)) printText(line)
}

export const addGenerate = (program: Command): Command =>
  program
    .command('generate')
    .description('generate test tasks for your tools')
    .requiredOption('--seed <number>', 'seed: the same seed gives the same file', parseWholeNumber)
    .requiredOption('--out <file>', 'suite to write: *.suite.jsonl, or *.suite.ts to add functions to')
    .option('--l0 <tasks>', `single calls (default: ${DEFAULT_COUNTS.L0_node})`, parseWholeNumber)
    .option('--l1 <tasks>', `chains (default: ${DEFAULT_COUNTS.L1_chain})`, parseWholeNumber)
    .option('--l2 <tasks>', `fan-outs (default: ${DEFAULT_COUNTS.L2_parallel})`, parseWholeNumber)
    .option(
      '--l3 <tasks>',
      `graphs that branch and merge (default: ${DEFAULT_COUNTS.L3_dag})`,
      parseWholeNumber,
    )
    .option(
      '--distractors <count>',
      'tools offered in addition to the needed ones, or "all" (default: 3)',
      parseDistractorCount,
    )
    .option(
      '--tools <file>',
      '*.toolkit.json, or a module with tools as `import zod` reads it (default: the built-in tools)',
    )
    .option('--no-vet', 'skip the slow checks (always skipped above 1,000 tasks)')
    .action(async (options: Options) => {
      const { seed, out, json } = options
      const usual = DEFAULT_COUNTS
      const { levels, short, lacks, source, kept } = await write(options, {
        L0_node: options.l0 ?? usual.L0_node,
        L1_chain: options.l1 ?? usual.L1_chain,
        L2_parallel: options.l2 ?? usual.L2_parallel,
        L3_dag: options.l3 ?? usual.L3_dag,
      })
      const tasks = LEVELS.reduce((sum, level) => sum + levels[level], 0)
      if (tasks === 0) process.exitCode = 1
      if (json)
        return printJson({
          file: tasks === 0 ? null : out,
          seed,
          tasks,
          levels,
          short,
          lacks,
          ...(source && { toolkit: source.file, withoutOutput: listToolsWithoutOutput(source.toolkit) }),
          ...(kept.length > 0 && { kept: kept.length }),
        })
      const byLevel = LEVELS.map((level) => `${level} ${levels[level]}`).join(', ')
      printText(
        tasks === 0 ? `${out} is not written: no task was found` : `${out}: ${tasks} tasks (${byLevel})`,
      )
      if (kept.length > 0)
        printText(`In the suite already, so left as they are: ${formatShortList(kept, MAX_NAMES)}`)
      for (const { level, wanted, made, why } of short)
        printText(`${level}: ${made} of ${wanted} tasks: ${why}`)
      printLacks(lacks, source?.toolkit)
      if (source !== undefined && source.file !== options.tools)
        printText(
          `${source.file} has the tools as simulators: name it in the option \`simulators\`, and in \`npx tracewright audit ${out} --simulators ${source.file}\``,
        )
    })
