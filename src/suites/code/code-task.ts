import type { Task } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { Json } from '../../shared/json.ts'
import type { ReferenceFunction } from '../../tasks/reference/run-function.ts'

/** Draws one of several values by the seed of the world; null leaves a record out. */
export type Draw = <T extends Json>(values: readonly T[]) => T

/** Records that stores begin with, by the name of the store. */
export type CodeState = Readonly<Record<string, readonly Json[]>>

/** What a task asks, and how it is run, as in JSON. */
export interface CodeOptions
  extends Partial<
    Pick<
      Task,
      | 'alternatives'
      | 'checks'
      | 'expected_state'
      | 'faults'
      | 'injections'
      | 'never'
      | 'tags'
      | 'timeout'
      | 'turns'
      | 'within'
    >
  > {
  prompt: string
  /** Names of the tools that the agent is offered. */
  tools: readonly string[]
  /** Seed of the task's own world. Default 0. */
  seed?: number
  /** Whether every attempt runs in that world. Default false. */
  fixed?: boolean
  state?: CodeState | ((draw: Draw) => CodeState)
}

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

/** @throws TracewrightError where nothing collects tasks: the file is not run by the plugin or a command */
export function registerTask(task: CodeTask): void {
  const collector = holder[KEY]
  if (collector === undefined)
    throw new TracewrightError(
      `Failed to register the task "${task.name}": its file is not run as a suite. Name it *.suite.ts and add tracewright() to the plugins of the Vitest config.`,
    )
  collector.push(task)
}
