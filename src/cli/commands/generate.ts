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
  DEFAULT_DECIDING,
  type FamilyShortage,
  generateDeciding,
} from '../../suites/generate/generate-deciding.ts'
import { DEFAULT_COUNTS, generateSuite, type LevelCounts } from '../../suites/generate/generate-suite.ts'
import type { Lack } from '../../suites/generate/phrasebook/toolkit/parameters.ts'
import { EmptySuiteError, formatSuite, replaceSuite } from '../../suites/load/write-suite.ts'
import { addToSuite, type PrintedTask } from '../../suites/print/print-suite.ts'
import { isRecordingFile } from '../../suites/repair/record/recording.ts'
import { registry } from '../../tools/builtin/registry.ts'
import { TOOLKIT_ENDING } from '../../tools/imported/file-names.ts'
import { readImported } from '../../tools/imported/files.ts'
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
  plain?: boolean
  deciding?: number
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

/** Tasks with a fixed trace by level in a default suite of 200. */
const MIXED_COUNTS: LevelCounts = { L0_node: 28, L1_chain: 38, L2_parallel: 24, L3_dag: 30 }

/** How many tasks are wanted, with a fixed trace by level and with a function. */
function readCounts({ l0, l1, l2, l3, plain = false, deciding, out }: Options): {
  counts: LevelCounts
  deciding: number
} {
  if (!plain && deciding !== 0 && !isCodeSuiteName(out))
    throw new TracewrightError(
      `Failed to generate a suite: tasks that decide are functions, which ${out} cannot hold. Write to a file such as ${out.replace(/(?:\.suite)?\.\w+$/, '')}.suite.ts, or add --plain to get tasks with a fixed trace only.`,
    )
  const usual = plain ? DEFAULT_COUNTS : MIXED_COUNTS
  return {
    counts: {
      L0_node: l0 ?? usual.L0_node,
      L1_chain: l1 ?? usual.L1_chain,
      L2_parallel: l2 ?? usual.L2_parallel,
      L3_dag: l3 ?? usual.L3_dag,
    },
    deciding: plain ? 0 : (deciding ?? DEFAULT_DECIDING),
  }
}

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
async function readTools(
  path: string,
  suite: string,
): Promise<{ file: string; toolkit: Toolkit; before?: Toolkit | undefined; save?: () => void }> {
  if (isModule(path)) return importBesideSuite(path, suite)
  if (isRecordingFile(path))
    throw new TracewrightError(
      `Failed to generate a suite: ${path} is a recording. Write \`npx tracewright import --from ${path} --out tools${TOOLKIT_ENDING}\`, then \`--tools tools${TOOLKIT_ENDING}\`.`,
    )
  return { file: path, toolkit: readImported(path) }
}

const isModule = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path)

async function write(options: Options) {
  const { seed, out, distractors, vet } = options
  const { counts, deciding } = readCounts(options)
  const total = LEVELS.reduce((sum, level) => sum + counts[level], deciding)
  if (total === 0) {
    throw new TracewrightError('Failed to generate a suite: every count is 0. Set one over 0.')
  }
  const levels: Record<Level, number> = { L0_node: 0, L1_chain: 0, L2_parallel: 0, L3_dag: 0 }
  let decided = 0
  const short: FamilyShortage[] = []
  const source = options.tools === undefined ? undefined : await readTools(options.tools, out)
  const tools = source && toolsOf(source.toolkit)
  const lacks = [...(tools?.lacks ?? [])].map(([tool, lack]): Shortcoming => ({ tool, ...lack }))
  if (tools?.phrases.length === 0) return { levels, decided, short, lacks, source, kept: [] }
  let kept: string[] = []
  const how = {
    seed,
    ...dropUndefinedFields({ distractors, tools }),
    ...(vet === false ? { vet } : {}),
  }
  // Of imported tools nobody knows how many different tasks they have to give.
  const fixedHow = { ...how, counts, upTo: tools !== undefined && isDefault(options) }
  const fixed = generateSuite({ ...fixedHow, onShort: (shortage) => short.push(shortage) })
  /** Whether a suite is what this call made of the tools before they changed: nobody edited it. */
  const isOwn = (text: string): boolean =>
    source?.before !== undefined &&
    text === formatSuite(generateSuite({ ...fixedHow, tools: toolsOf(source.before), onShort() {} }))
  async function* chain(): AsyncGenerator<PrintedTask & Task> {
    const others: Task[] = []
    for (const task of fixed) {
      others.push(task)
      yield task
    }
    const onShort = (shortage: FamilyShortage) => short.push(shortage)
    // What tools of one's own lack of fixed traces becomes tasks that decide.
    const missing = short.reduce((sum, { wanted, made }) => sum + wanted - made, 0)
    const isFilled = isDefault(options) && options.plain !== true && options.deciding === undefined
    const count = deciding + (isFilled ? missing : 0)
    for await (const task of generateDeciding({ ...how, count, others, onShort })) {
      decided++
      yield task
    }
  }
  const notify = createCountdown('generate', 'tasks')
  notify(0, total)
  try {
    const note = ({ level }: PrintedTask, count: number): void => {
      levels[level]++
      notify(count, total)
    }
    if (isCodeSuiteName(out)) {
      const known = (await readWrittenTasks(out, loadSuiteModule)).map(({ name }) => name)
      kept = (await addToSuite(out, chain(), tools?.registry ?? registry, known, note)).kept
    } else await replaceSuite(out, fixed, isOwn, note)
    source?.save?.()
  } catch (error) {
    // Why there are none is told by level and by tool.
    if (!(error instanceof EmptySuiteError)) {
      if (options.json !== true) printLacks(lacks, source?.toolkit)
      throw error
    }
  } finally {
    showProgress('')
  }
  return { levels, decided, short, lacks, source, kept }
}

/** Which levels and families have fewer tasks than were asked for, by the reason, and what helps. */
function describeShortages(short: readonly FamilyShortage[], isBuiltIn: boolean): string[] {
  if (short.length === 0) return []
  const lines = [...groupBy(short, ({ why }) => why)].map(
    ([why, group]) =>
      `  ${group.map(({ level, made, wanted }) => `${level} ${made} of ${wanted}`).join(', ')}: ${why}`,
  )
  return [
    'Fewer tasks than asked for:',
    ...lines,
    ...(isBuiltIn
      ? []
      : [
          '  For more tasks, add tools that take what others return: a list of things with their ids, a read by id.',
        ]),
  ]
}

function printLacks(lacks: readonly Shortcoming[], toolkit: Toolkit | undefined): void {
  if (lacks.length > 0) printText(lacksTable(lacks))
  for (const line of toolkit === undefined ? [] : describeMissingOutputs(toolkit)) printText(line)
}

const describeDefault = (level: Level): string =>
  `(default: ${MIXED_COUNTS[level]}, with --plain ${DEFAULT_COUNTS[level]})`

export const addGenerate = (program: Command): Command =>
  program
    .command('generate')
    .description('generate test tasks for your tools')
    .requiredOption('--seed <number>', 'seed: the same seed gives the same file', parseWholeNumber)
    .requiredOption(
      '--out <file>',
      'suite to write: a *.suite.ts, to which tasks are added; with --plain also a new *.suite.jsonl',
    )
    .option('--plain', 'tasks with a fixed trace only, in the mix of CompToolBench')
    .option('--deciding <tasks>', `tasks that decide (default: ${DEFAULT_DECIDING})`, parseWholeNumber)
    .option('--l0 <tasks>', `level L0, single calls ${describeDefault('L0_node')}`, parseWholeNumber)
    .option('--l1 <tasks>', `level L1, chains ${describeDefault('L1_chain')}`, parseWholeNumber)
    .option('--l2 <tasks>', `level L2, fan-outs ${describeDefault('L2_parallel')}`, parseWholeNumber)
    .option(
      '--l3 <tasks>',
      `level L3, graphs that branch and merge ${describeDefault('L3_dag')}`,
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
    .option('--no-vet', 'skip the slow checks of each task; above 1,000 tasks they are always skipped')
    .action(async (options: Options) => {
      const { seed, out, json } = options
      const { levels, decided, short, lacks, source, kept } = await write(options)
      const tasks = LEVELS.reduce((sum, level) => sum + levels[level], 0)
      if (tasks === 0) process.exitCode = 1
      if (json)
        return printJson({
          file: tasks === 0 ? null : out,
          seed,
          tasks,
          levels,
          deciding: decided,
          short,
          lacks,
          ...(source && { toolkit: source.file, withoutOutput: listToolsWithoutOutput(source.toolkit) }),
          ...(kept.length > 0 && { kept: kept.length }),
        })
      const byLevel = LEVELS.map((level) => `${level} ${levels[level]}`).join(', ')
      printText(
        tasks === 0
          ? `${out} is not written: no task was found`
          : `${out}: ${tasks} tasks (${byLevel}), ${decided} of which decide`,
      )
      if (kept.length > 0)
        printText(`In the suite already, so left as they are: ${formatShortList(kept, MAX_NAMES)}`)
      for (const line of describeShortages(short, source === undefined)) printText(line)
      printLacks(lacks, source?.toolkit)
      if (tasks > 0 && source !== undefined && source.file !== options.tools)
        printText(
          `${source.file} has the tools as simulators: name it in the option \`simulators\`, and in \`npx tracewright audit ${out} --simulators ${source.file}\``,
        )
    })
