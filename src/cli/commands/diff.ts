import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { taskKey } from '../../baseline/task-key.ts'
import { renderDiff } from '../../report/render-diff.ts'
import { renderDiffForGithub } from '../../report/render-diff-github.ts'
import { diffRuns } from '../../run/diff/diff-runs.ts'
import { listStoredTasks, type StoredRun } from '../../run/stored-run.ts'
import type { Case } from '../../schema/run.ts'
import type { Task } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { resolveBelow } from '../../shared/resolve-below.ts'
import { isCodeSuiteName } from '../../shared/shown-path.ts'
import { loadSuite } from '../../suites/load/load.ts'
import { readServedRegistry } from '../../tools/served.ts'
import { printJson, printText, warn } from '../output.ts'
import { readRun } from '../read-run.ts'
import { addSimulatorsOption, serveSimulatorFiles } from '../simulators-option.ts'

interface Options {
  github?: boolean
  exitCode?: boolean
  simulators: string[]
  json?: boolean
}

const readStoredRun = (file: string): StoredRun => ({ run: readRun(file), dir: dirname(resolve(file)) })

/** Tasks of a suite; none where it is gone or broken, since runs can be compared all the same. */
function loadTasksIfAny(file: string): readonly Task[] {
  if (!existsSync(file)) return []
  const warnOf = (reason: string): readonly Task[] => {
    warn(`Short values of ${file} appear as text, because the suite cannot be read: ${reason}`)
    return []
  }
  // A run may come from elsewhere, and name any file.
  if (resolveBelow('.', file) === undefined) return warnOf('it lies outside of this folder.')
  try {
    return loadSuite(file).map(({ task }) => task)
  } catch (error) {
    if (!(error instanceof TracewrightError)) throw error
    return warnOf(error.message)
  }
}

/** The tasks that a suite still has as they were run: their bindings say which short values were passed on. */
function indexUnchangedTasks(runs: readonly StoredRun[]): (item: Case) => Task | undefined {
  const files = [...new Set(runs.flatMap(({ run }) => run.cases.map(({ suite }) => suite)))]
  const all = files.filter((file) => !isCodeSuiteName(file)).flatMap(loadTasksIfAny)
  const tasks = new Map(all.map((task) => [taskKey(task), task]))
  const stored = new Map(
    files
      .filter(isCodeSuiteName)
      .flatMap((suite) =>
        listStoredTasks(runs, suite).map(({ task }) => [JSON.stringify([suite, task.task_id]), task]),
      ),
  )
  return ({ key, suite, task_id }) =>
    (key === undefined ? undefined : tasks.get(key)) ?? stored.get(JSON.stringify([suite, task_id]))
}

async function diff(
  before: string,
  now: string,
  { github, exitCode, json, simulators }: Options,
): Promise<void> {
  const [base, head] = [readStoredRun(before), readStoredRun(now)]
  await serveSimulatorFiles([base.run, head.run], '.', simulators)
  const found = diffRuns(base, head, readServedRegistry(), indexUnchangedTasks([base, head]))
  const { changed, added, removed, not_compared: unknown, complete } = found
  // Of a task that could not be compared nobody knows that it is as before.
  const isOpen = !complete.base || !complete.head
  const isOther = [changed, added, removed, unknown].some((tasks) => tasks.length > 0)
  if (exitCode === true && (isOpen || isOther)) process.exitCode = 1
  if (json) printJson(found)
  else if (github) printText(renderDiffForGithub(found))
  else printText(renderDiff(found))
}

export const addDiff = (program: Command): Command =>
  addSimulatorsOption(program.command('diff'))
    .description('compare two runs task by task, including tasks that both solve')
    .argument('<base>', 'run.json of the run before, with its traces next to it')
    .argument('<head>', 'run.json of the run now')
    .option('--github', 'print Markdown for a comment on a pull request')
    .option('--exit-code', 'exit with 1 if anything differs or could not be compared')
    .action(diff)
