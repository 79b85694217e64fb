import { takeFirstLines } from '../shared/problem-list.ts'
import { isCodeSuiteName } from '../shared/shown-path.ts'
import { loadCodeSuite } from '../suites/code/load.ts'
import { readSuite } from '../suites/load/load.ts'
import type { SuiteLine } from '../suites/load/tasks-of.ts'
import { readServedRegistry } from '../tools/served.ts'
import { loadSuiteModule } from './load-module.ts'
import { warn } from './output.ts'

const SHOWN = 5

/**
 * The tasks of a suite. Functions of a suite as code are run over the simulators that are served.
 *
 * @param kind What the command takes: suites of either kind, or JSON lines alone
 */
export async function readTasks(file: string, kind: 'any' | 'json' = 'any'): Promise<SuiteLine[]> {
  const lines =
    kind === 'any' && isCodeSuiteName(file)
      ? await loadCodeSuite(file, readServedRegistry(), loadSuiteModule)
      : await readSuite(file)
  const warnings = lines.flatMap((line) => line.warnings ?? [])
  for (const warning of takeFirstLines(warnings, SHOWN, `more warnings like these in ${file}`)) warn(warning)
  return lines
}
