import { existsSync } from 'node:fs'
import { isCodeSuiteName } from '../../shared/shown-path.ts'
import { importTypeScript } from '../../shared/vite.ts'
import type { RunWatch } from '../../tasks/reference/function-run.ts'
import type { Registry } from '../../tools/registry.ts'
import { addLiveTools } from '../../tools/served.ts'
import { listToolNames } from '../load/check/check-suite.ts'
import type { SuiteLine } from '../load/tasks-of.ts'
import { type CodeTask, openCollector } from './code-task.ts'
import { parseCodeTasks, prepareTask } from './write-task.ts'

/**
 * The tasks that a suite file registers; none of their functions is run.
 *
 * @param load Imports the file, as a module of its own each time
 */
export async function collectTasks(
  file: string,
  load: (file: string) => Promise<unknown>,
): Promise<CodeTask[]> {
  const tasks: CodeTask[] = []
  const close = openCollector(tasks)
  try {
    await load(file)
  } finally {
    close()
  }
  return tasks
}

/** The tasks that a suite to write has already as code; none if the file is missing or is not code. */
export const readWrittenTasks = async (
  file: string,
  load: (file: string) => Promise<unknown> = importTypeScript,
): Promise<CodeTask[]> => (isCodeSuiteName(file) && existsSync(file) ? collectTasks(file, load) : [])

/** What a caller of {@link loadCodeSuite} may do for each task. */
interface LoadHelp {
  /** Has the runs of a task's function watched. */
  watchTask?: (task: CodeTask) => RunWatch
  /** Called before each task. */
  onProgress?: (done: number, total: number) => void
}

/**
 * Reads a suite as code, and runs its functions over the tools.
 *
 * @param isReadAtOnce Whether what follows reads a task in any of its worlds without preparing them
 */
export async function loadCodeSuite(
  file: string,
  tools: Registry,
  load: (file: string) => Promise<unknown>,
  isReadAtOnce: boolean,
  { watchTask, onProgress }: LoadHelp = {},
): Promise<SuiteLine[]> {
  const parsed = parseCodeTasks(await collectTasks(file, load), file)
  const lines: SuiteLine[] = []
  const said = new Set<string>()
  // Of a task without a function nobody can say anything.
  const written = parsed.filter(({ code }) => code.reference !== undefined)
  for (const one of written) {
    onProgress?.(lines.length, written.length)
    // What the tasks of other modules offer was not served in this worker.
    addLiveTools(listToolNames(one.task))
    const line = await prepareTask(one, file, tools, watchTask?.(one.code), said)
    // The worlds of a task take several times as long as the task.
    await line.task.code?.prepare(isReadAtOnce ? undefined : [one.task.world?.seed ?? 0])
    lines.push(line)
  }
  return lines
}
