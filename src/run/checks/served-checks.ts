import type { TaskScore } from '../../schema/score.ts'
import type { Task } from '../../schema/task.ts'
import type { Trace } from '../../schema/trace.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'
import { TracewrightError } from '../../shared/errors.ts'

/** Input of a check. */
export interface CheckSubject {
  /** The task. */
  task: Task
  /** What the agent did. */
  trace: Trace
  /** The verdict of the causal scorer, before any check. */
  score: TaskScore
}

/** A check of your own: true if it holds, else false or the reason. If it throws, it counts as not judged. */
export type Check = (subject: CheckSubject) => boolean | string | Promise<boolean | string>

/** Shared by every copy of this module in a worker: setup file and suite modules may be loaded apart. */
const KEY = Symbol.for('tracewright.checks')
const holder = globalThis as { [KEY]?: ReadonlyMap<string, Check> }

const readServedChecks = (): ReadonlyMap<string, Check> => holder[KEY] ?? new Map()

/** Replaces the checks that are served. */
export const serveChecks = (checks: ReadonlyMap<string, Check>): void => {
  holder[KEY] = checks
}

/**
 * The checks that a module exports: the functions of its default export, or those that it exports by name.
 *
 * @throws TracewrightError where there are none
 */
export function readChecksOfModule(module: Record<string, unknown>, path: string): [string, Check][] {
  const { default: all = module } = module
  const namedChecks = Object.entries(all as object).filter(([, value]) => typeof value === 'function')
  if (namedChecks.length > 0) return namedChecks
  throw new TracewrightError(
    `Failed to load checks from ${path}: it exports no function. Export checks by name: export const polite = ({ trace }) => ...`,
    { at: { file: path } },
  )
}

/** The check of a name. @throws TracewrightError for an unknown name */
export function checkNamed(name: string): Check {
  const check = readServedChecks().get(name)
  if (check !== undefined) return check
  const names = [...readServedChecks().keys()]
  throw new TracewrightError(
    `Failed to find the check "${name}"${didYouMean(name, names) || '.'} Export a function of that name from a module of the option \`checks\`.`,
  )
}
