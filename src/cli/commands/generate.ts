import { type Command, InvalidArgumentError, Option } from 'commander'
import { LEVELS, type Level } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { groupBy } from '../../shared/group.ts'
import { defined } from '../../shared/json.ts'
import type { OwnTools } from '../../suites/generate/catalogue.ts'
import type { Distractors } from '../../suites/generate/distractors.ts'
import {
  DEFAULT_COUNTS,
  type LevelCounts,
  type Shortage,
  type SuiteOptions,
} from '../../suites/generate/generate-suite.ts'
import type { Lack } from '../../suites/generate/phrasebook/toolkit/parameters.ts'
import { EmptySuiteError, writeSuite } from '../../suites/load/write-suite.ts'
import { countdown } from '../countdown.ts'
import { withWorkers, workersFor } from '../options.ts'
import { printJson, printText, progress } from '../output.ts'
import { ownTools } from '../simulators-option.ts'
import { textTable } from '../table.ts'
import { generateInThreads } from '../threads/generate-in-threads.ts'

interface Options {
  seed: number
  out: string
  l0?: number
  l1?: number
  l2?: number
  l3?: number
  tools?: string
  distractors?: Distractors
  pattern?: 'drawn'
  vet?: boolean
  workers?: number
  json?: boolean
}

/** Names of tools that are printed for one reason. */
const MAX_NAMES = 5

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Give a whole number from 0 up.')
  return Number(text)
}

const distractorCount = (text: string): Distractors => (text === 'all' ? 'all' : wholeNumber(text))

/** Whether no number of tasks was asked for. */
const isDefault = ({ l0, l1, l2, l3 }: Options): boolean =>
  [l0, l1, l2, l3].every((count) => count === undefined)

const UNREACHED: Lack = {
  lacks: 'no composed task calls it',
  add: 'an operation that lists, shows or makes the things that it takes, or the kinds of ids in the corrections',
}

const UNCALLED: Lack = {
  lacks: 'no task that was drawn over it passed the checks',
  add: 'values that it takes and answers, as examples, enums or the kinds of ids in the corrections',
}

type Shortcoming = Lack & { tool: string }
/** Tools of any task, and of composed ones; undefined where not every tool had its turn. */
type Used = Record<'called' | 'composed', ReadonlySet<string> | undefined>

/** What tools lack: those that no request speaks of, that no task calls, and that write and no composed task calls. */
function shortcomingsOf({ registry, phrases = [], lacks }: OwnTools, used?: Used): Shortcoming[] {
  if (lacks === undefined) return []
  const lackOf = (tool: string): Lack | undefined => {
    if (used?.called?.has(tool) === false) return UNCALLED
    const isRead = registry.get(tool)?.effect === 'read'
    return used?.composed?.has(tool) === false && !isRead ? UNREACHED : undefined
  }
  const unused = phrases.flatMap(({ tool }) => {
    const lack = lackOf(tool)
    return lack === undefined ? [] : [[tool, lack] as const]
  })
  return [...lacks, ...unused].map(([tool, lack]) => ({ tool, ...lack }))
}

/** Whether any request speaks of the tools: one that nobody wrote a request for may be worded by its name. */
const canBeAsked = ({ lacks, phrases = [] }: OwnTools): boolean => lacks === undefined || phrases.length > 0

/** Rows that are printed; all are in the JSON document. */
const MAX_ROWS = 30

function lacksTable(shortcomings: readonly Shortcoming[]): string {
  const rows = [...groupBy(shortcomings, ({ lacks }) => lacks)].map(([lacks, group]) => {
    const names = group.map(({ tool }) => tool)
    const more = names.length > MAX_NAMES ? [`and ${names.length - MAX_NAMES} more`] : []
    return [[...names.slice(0, MAX_NAMES), ...more].join('\n'), lacks, group.at(-1)?.add ?? '']
  })
  const table = textTable(['tools', 'what they lack', 'what to add'], rows.slice(0, MAX_ROWS))
  return rows.length > MAX_ROWS ? `${table}\n${rows.length - MAX_ROWS} more rows; --json lists all` : table
}

async function write(options: Options, counts: LevelCounts) {
  const { seed, out, distractors, vet, tools, pattern } = options
  const total = LEVELS.reduce((sum, level) => sum + counts[level], 0)
  if (total === 0) {
    throw new TracewrightError('Failed to generate a suite: every count is 0. Set one over 0.')
  }
  const made: Record<Level, number> = { L0_node: 0, L1_chain: 0, L2_parallel: 0, L3_dag: 0 }
  const short: Shortage[] = []
  const called = new Set<string>()
  const composed = new Set<string>()
  const givenTools = tools === undefined ? undefined : await ownTools(tools)
  const suite: SuiteOptions = {
    seed,
    counts,
    ...defined({ distractors, pattern }),
    ...(vet === false ? { vet } : {}),
    // Of tools of one's own nobody knows how many different tasks they have to give.
    ...(givenTools === undefined ? {} : { tools: givenTools, upTo: isDefault(options) }),
    onShort: (shortage) => short.push(shortage),
  }
  if (givenTools !== undefined && !canBeAsked(givenTools))
    return { levels: made, short, shortcomings: shortcomingsOf(givenTools) }
  const tell = countdown('generate', 'tasks')
  tell(0, total)
  try {
    await generateInThreads(suite, tools, workersFor(options.workers, total), (tasks) =>
      writeSuite(out, tasks, ({ level, expected_trace: { steps } }, count) => {
        made[level]++
        for (const { tool_name } of steps) {
          called.add(tool_name)
          if (steps.length > 1) composed.add(tool_name)
        }
        tell(count, total)
      }),
    )
  } catch (error) {
    // Why there are none is told by level and by tool.
    if (!(error instanceof EmptySuiteError)) {
      const lacks = givenTools === undefined ? [] : shortcomingsOf(givenTools)
      if (lacks.length > 0 && options.json !== true) printText(lacksTable(lacks))
      throw error
    }
  } finally {
    progress('')
  }
  const hadItsTurn = short.some(({ level }) => level === 'L0_node')
  const used = isDefault(options) ? { called: hadItsTurn ? called : undefined, composed } : undefined
  return {
    levels: made,
    short,
    shortcomings: givenTools === undefined ? [] : shortcomingsOf(givenTools, used),
  }
}

export const addGenerate = (program: Command): Command =>
  withWorkers(program.command('generate'))
    .description('write a suite of tasks that are valid by construction')
    .requiredOption('--seed <number>', 'seed of the draw: the same seed gives the same bytes', wholeNumber)
    .requiredOption('--out <file>', 'suite file to write, one task a line')
    .option('--l0 <tasks>', `single calls (default: ${DEFAULT_COUNTS.L0_node})`, wholeNumber)
    .option('--l1 <tasks>', `chains (default: ${DEFAULT_COUNTS.L1_chain})`, wholeNumber)
    .option('--l2 <tasks>', `fan-outs (default: ${DEFAULT_COUNTS.L2_parallel})`, wholeNumber)
    .option('--l3 <tasks>', `graphs that branch and merge (default: ${DEFAULT_COUNTS.L3_dag})`, wholeNumber)
    .option(
      '--distractors <count>',
      'tools offered beside the needed ones, or "all" (default: 3)',
      distractorCount,
    )
    .addOption(
      new Option(
        '--pattern <kind>',
        'draw composed tasks as random graphs of tools that fit together, instead of plausible requests',
      ).choices(['drawn']),
    )
    .option(
      '--tools <file>',
      'draw over other tools: a *.toolkit.json, or a module (.js, .ts) of simulators; by default as many tasks as they give, up to the default counts',
    )
    .option('--no-vet', 'leave the slow rules to the audit, as always over 1,000 tasks')
    .action(async (options: Options) => {
      const { seed, out, json } = options
      const usual = DEFAULT_COUNTS
      const { levels, short, shortcomings } = await write(options, {
        L0_node: options.l0 ?? usual.L0_node,
        L1_chain: options.l1 ?? usual.L1_chain,
        L2_parallel: options.l2 ?? usual.L2_parallel,
        L3_dag: options.l3 ?? usual.L3_dag,
      })
      const tasks = LEVELS.reduce((sum, level) => sum + levels[level], 0)
      if (tasks === 0) process.exitCode = 1
      if (json)
        return printJson({ file: tasks === 0 ? null : out, seed, tasks, levels, short, lacks: shortcomings })
      const byLevel = LEVELS.map((level) => `${level} ${levels[level]}`).join(', ')
      printText(
        tasks === 0 ? `${out} is not written: no task was found` : `${out}: ${tasks} tasks (${byLevel})`,
      )
      for (const { level, wanted, made, why } of short)
        printText(`${level}: ${made} of ${wanted} tasks: ${why}`)
      if (shortcomings.length > 0) printText(lacksTable(shortcomings))
    })
