import { availableParallelism } from 'node:os'
import type { Command } from 'commander'
import { atLeast } from '../whole-number.ts'

/** Most threads that are started unless more are asked for. */
const MOST = 8
/** Tasks that make up for what the start of a thread costs, about a second of CPU time. */
const WORTH_A_THREAD = 10

/** Adds `--workers` to a command. */
export const withWorkers = (command: Command): Command =>
  command.option(
    '--workers <count>',
    `threads that work on tasks side by side, 1 for none beside this one (default: one for each core and ${WORTH_A_THREAD} tasks, at most ${MOST})`,
    atLeast(1),
  )

/** How many threads work on so many tasks, by what was asked for. */
export const workersFor = (asked: number | undefined, tasks: number): number =>
  Math.max(
    1,
    Math.min(asked ?? Math.min(availableParallelism(), MOST, Math.floor(tasks / WORTH_A_THREAD)), tasks),
  )
