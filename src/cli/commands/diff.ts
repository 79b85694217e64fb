import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { renderDiff } from '../../report/render-diff.ts'
import { renderDiffForGithub } from '../../report/render-diff-github.ts'
import { diffRuns } from '../../run/diff/diff-runs.ts'
import type { StoredRun } from '../../run/stored-run.ts'
import type { Task } from '../../schema/task.ts'
import { loadSuite } from '../../suites/load/load.ts'
import { printJson, printText } from '../output.ts'
import { readRun } from '../read-run.ts'
import { withSimulators } from '../simulators-option.ts'

interface Options {
  github?: boolean
  exitCode?: boolean
  json?: boolean
}

/** Width of what is not printed on a terminal. */
const COLUMNS = 140

const storedAt = (file: string): StoredRun => ({ run: readRun(file), dir: dirname(resolve(file)) })

/** Tasks of the suites that are still there, by suite and id: their bindings say which short values were passed on. */
function tasksIn(runs: readonly StoredRun[]): ReadonlyMap<string, Task> {
  const files = new Set(runs.flatMap(({ run }) => run.cases.map(({ suite }) => suite)))
  return new Map(
    [...files]
      .filter((file) => existsSync(file))
      .flatMap((file) => loadSuite(file).map(({ task }) => [`${file}:${task.task_id}`, task] as const)),
  )
}

function diff(before: string, now: string, { github, exitCode, json }: Options): void {
  const [base, head] = [storedAt(before), storedAt(now)]
  const tasks = tasksIn([base, head])
  const found = diffRuns(base, head, ({ suite, task_id }) => tasks.get(`${suite}:${task_id}`))
  const { changed, added, removed, not_compared: unknown, complete } = found
  // Of a task that could not be compared nobody knows that it is as before.
  const isOpen = !complete.base || !complete.head
  const isOther = [changed, added, removed, unknown].some((tasks) => tasks.length > 0)
  if (exitCode === true && (isOpen || isOther)) process.exitCode = 1
  if (json) printJson(found)
  else if (github) printText(renderDiffForGithub(found))
  else printText(renderDiff(found, process.stdout.columns ?? (Number(process.env.COLUMNS) || COLUMNS)))
}

export const addDiff = (program: Command): Command =>
  withSimulators(program.command('diff'))
    .description(
      'show how the behaviour of an agent differs from an earlier run, task by task, also where both solve the task',
    )
    .argument('<base>', 'run.json of the run before, with its traces beside it')
    .argument('<head>', 'run.json of the run now')
    .option('--github', 'print Markdown for a comment on a pull request')
    .option('--exit-code', 'exit with 1 where anything is different or could not be compared')
    .action(diff)
