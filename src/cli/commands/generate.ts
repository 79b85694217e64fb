import { type Command, InvalidArgumentError } from 'commander'
import type { Distractors } from '../../generate/distractors.ts'
import { DEFAULT_COUNTS, generateSuite, type LevelCounts } from '../../generate/generate-suite.ts'
import { LEVELS, type Level } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { writeSuite } from '../../suites/write-suite.ts'
import { printJson, printText, progress } from '../output.ts'

interface Options {
  seed: number
  out: string
  l0: number
  l1: number
  l2: number
  l3: number
  distractors?: Distractors
  depth?: number
  width?: number
  fanIn?: number
  vet?: boolean
  json?: boolean
}

/** Tasks between two reports of progress. */
const STRIDE = 100

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Give a whole number from 0 up.')
  return Number(text)
}

const distractorCount = (text: string): Distractors => (text === 'all' ? 'all' : wholeNumber(text))

/** The shape that was asked for; undefined where none of its three figures was given. */
function shapeOf({ depth, width, fanIn }: Options) {
  if (depth === undefined && width === undefined && fanIn === undefined) return undefined
  return { depth: depth ?? 3, width: width ?? 2, fanIn: fanIn ?? 2 }
}

async function write(options: Options, counts: LevelCounts): Promise<Record<Level, number>> {
  const { seed, out, distractors, vet } = options
  const shape = shapeOf(options)
  const total = LEVELS.reduce((sum, level) => sum + counts[level], 0)
  if (total === 0) {
    throw new TracewrightError('Failed to generate a suite: it would have no tasks. Ask for some.')
  }
  const made: Record<Level, number> = { L0_node: 0, L1_chain: 0, L2_parallel: 0, L3_dag: 0 }
  const tasks = generateSuite({
    seed,
    counts,
    ...(distractors === undefined ? {} : { distractors }),
    ...(shape === undefined ? {} : { shape }),
    ...(vet === undefined ? {} : { vet }),
  })
  try {
    await writeSuite(out, tasks, ({ level }, count) => {
      made[level]++
      if (count % STRIDE === 0) progress(`${count} of ${total} tasks`)
    })
  } finally {
    progress('')
  }
  return made
}

export const addGenerate = (program: Command): Command =>
  program
    .command('generate')
    .description('write a suite of tasks that are valid by construction; the same seed gives the same bytes')
    .requiredOption('--seed <number>', 'decides everything', wholeNumber)
    .requiredOption('--out <file>', 'suite file to write, one task a line')
    .option('--l0 <tasks>', 'single calls', wholeNumber, DEFAULT_COUNTS.L0_node)
    .option('--l1 <tasks>', 'chains', wholeNumber, DEFAULT_COUNTS.L1_chain)
    .option('--l2 <tasks>', 'fan-outs', wholeNumber, DEFAULT_COUNTS.L2_parallel)
    .option('--l3 <tasks>', 'graphs that branch and merge', wholeNumber, DEFAULT_COUNTS.L3_dag)
    .option(
      '--distractors <count>',
      'tools offered beside the needed ones, or "all" (default: 3)',
      distractorCount,
    )
    .option(
      '--depth <calls>',
      'draw composed tasks as graphs with so many calls on the longest path',
      wholeNumber,
    )
    .option('--width <calls>', 'draw composed tasks as graphs with so many calls side by side', wholeNumber)
    .option(
      '--fan-in <calls>',
      'draw composed tasks as graphs whose calls take from so many others',
      wholeNumber,
    )
    .option('--vet', 'hold each task to the costly rules of the audit too (default up to 1,000 tasks)')
    .option('--no-vet', 'leave these rules to the audit')
    .option('--json', 'print one JSON document')
    .action(async (options: Options) => {
      const { seed, out, l0, l1, l2, l3, json } = options
      const levels = await write(options, { L0_node: l0, L1_chain: l1, L2_parallel: l2, L3_dag: l3 })
      const tasks = LEVELS.reduce((sum, level) => sum + levels[level], 0)
      if (json) return printJson({ file: out, seed, tasks, levels })
      printText(`${out}: ${tasks} tasks (${LEVELS.map((level) => `${level} ${levels[level]}`).join(', ')})`)
    })
