import { TracewrightError } from '../../shared/errors.ts'
import type { ReferenceFunction } from '../../tasks/reference/function-run.ts'
import type { TaskOptions } from '../../tasks/reference/tool-types.ts'

/** What a task asks, and how it is run, whatever its tools are. */
export type CodeOptions = TaskOptions<string>

/** How a task is run: alone, not at all, or as all others. */
export type CodeMode = 'only' | 'run' | 'skip' | 'todo'

/** One task as a suite file registers it. */
export interface CodeTask {
  readonly name: string
  readonly options: CodeOptions
  /** Undefined for a task that is still to be written. */
  readonly reference: ReferenceFunction | undefined
  readonly mode: CodeMode
  /** Line of the suite, from 1. */
  readonly line: number
  /** Number of the row of `task.each`, from 1. */
  readonly row?: number
}

/** Takes the tasks of a suite file while it is imported. */
export interface TaskCollector {
  push(task: CodeTask): unknown
}

const KEY = Symbol.for('tracewright.suite')
const holder = globalThis as { [KEY]?: TaskCollector | undefined }

/** Makes a collector take the tasks that are registered from now on. @returns Puts the earlier one back */
export function openCollector(collector: TaskCollector): () => void {
  const before = holder[KEY]
  holder[KEY] = collector
  return () => {
    holder[KEY] = before
  }
}

/** Ends what {@link openCollector} begins, whatever it was before: a task that is registered later would not be run. */
export function closeCollector(): void {
  holder[KEY] = undefined
}

/**
 * @param caller What the suite calls: the stack of an error begins there
 * @throws TracewrightError where nothing collects tasks: the file is not run by the plugin or a command
 */
export function registerTask(task: CodeTask, caller: (...args: never[]) => unknown): void {
  const collector = holder[KEY]
  if (collector === undefined) {
    const error = new TracewrightError(
      `Failed to register the task "${task.name}": no suite is being loaded. Call task() while a file *.suite.ts is imported, and add tracewright() to the plugins of the Vitest config.`,
    )
    Error.captureStackTrace(error, caller)
    throw error
  }
  collector.push(task)
}
