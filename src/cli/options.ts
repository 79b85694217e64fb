import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { describeThrown, TracewrightError } from '../shared/errors.ts'

/** Threads that are started unless more are asked for. */
const MAX_THREADS = 8
/** Tasks that make up for what the start of a thread costs, about a second of CPU time. */
const TASKS_PER_THREAD = 10

export const addWorkersOption = (command: Command): Command =>
  command.option(
    '--workers <count>',
    `parallel threads; 1 uses the main thread alone (default: one fewer than cores, at most one per ${TASKS_PER_THREAD} tasks and ${MAX_THREADS})`,
    createMinimumParser(1),
  )

/**
 * How many threads work on this many tasks, by what was asked for. V8's helper threads keep one core busy: on two cores a
 * second thread saves a tenth of the time, for a quarter more CPU time and half as much memory again.
 */
export const countWorkers = (requested: number | undefined, tasks: number): number =>
  Math.max(
    1,
    Math.min(
      requested ?? Math.min(availableParallelism() - 1, MAX_THREADS, Math.floor(tasks / TASKS_PER_THREAD)),
      tasks,
    ),
  )

/** A name, or a pattern that is written as one: `/secret-\d+/i`. */
function parseRedactPattern(text: string): string | RegExp {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/.exec(text) ?? []
  if (source === undefined) return text
  try {
    return new RegExp(source, flags)
  } catch (error) {
    throw new InvalidArgumentError(`${describeThrown(error)}.`)
  }
}

/** Reads an option that may be repeated: its values in their order. */
export const collect = (value: string, values: readonly string[]): string[] => [...values, value]

/** `--redact`: names of fields and patterns of texts that are masked as well. */
export const redactOption = (): Option =>
  new Option('--redact <name>', 'mask fields of this name, or texts that fit /a pattern/; may be repeated')
    .argParser<(string | RegExp)[]>((text, before) => [...before, parseRedactPattern(text)])
    .default([], 'what is known to be secret')

/** Reads an option that is a whole number, not below the least. */
export const createMinimumParser =
  (least: number) =>
  (text: string): number => {
    const number = Number(text)
    if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number
    throw new InvalidArgumentError(`It is a whole number from ${least} up.`)
  }

/** @throws TracewrightError where an option names a file to write that is an input of the command */
export function refuseInput(
  option: string,
  file: string | undefined,
  inputs: readonly (string | undefined)[],
): void {
  if (file !== undefined && inputs.some((input) => input !== undefined && resolve(input) === resolve(file)))
    throw new TracewrightError(`Invalid ${option} ${file}: the file is an input. Name another file.`)
}
