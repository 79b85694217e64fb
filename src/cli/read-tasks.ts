import { watchInCommand } from '../run/watchdog/watch.ts'
import { takeFirstLines } from '../shared/problem-list.ts'
import { isCodeSuiteName, shortenPath } from '../shared/shown-path.ts'
import type { CodeTask } from '../suites/code/code-task.ts'
import { loadCodeSuite } from '../suites/code/load.ts'
import { readSuite } from '../suites/load/load.ts'
import type { SuiteLine } from '../suites/load/tasks-of.ts'
import type { RunWatch } from '../tasks/reference/function-run.ts'
import { MAX_RUN_MS } from '../tasks/reference/run-time.ts'
import { readServedRegistry } from '../tools/served.ts'
import { createCountdown } from './countdown.ts'
import { loadSuiteModule } from './load-module.ts'
import { showProgress, warn } from './output.ts'

const SHOWN = 5

/** Has a function of a suite watched: where it blocks the command, no other code can end it. */
const watchTask =
  (file: string, { line, name }: CodeTask): RunWatch =>
  (act) =>
    watchInCommand(
      MAX_RUN_MS,
      `Failed to load suite ${shortenPath(file)}:${line}: ${name}: the function did not end within ${MAX_RUN_MS / 1000} s, as an endless loop does. End every loop, whatever results the tools give.`,
      act,
    )

/**
 * The tasks of a suite. Functions of a suite as code are run over the simulators that are served.
 *
 * @param kind What the command takes: suites of either kind, or JSON lines alone
 */
export async function readTasks(file: string, kind: 'any' | 'json' = 'any'): Promise<SuiteLine[]> {
  const lines =
    kind === 'any' && isCodeSuiteName(file)
      ? await loadCodeSuite(file, readServedRegistry(), loadSuiteModule, true, {
          watchTask: (task) => watchTask(file, task),
          onProgress: createCountdown(`load ${shortenPath(file)}`, 'tasks'),
        }).finally(() => showProgress(''))
      : await readSuite(file)
  const warnings = lines.flatMap((line) => line.warnings ?? [])
  for (const warning of takeFirstLines(warnings, SHOWN, `more warnings like these in ${file}`)) warn(warning)
  return lines
}
