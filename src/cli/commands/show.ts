import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Task } from '../../schema/task.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import { isCodeSuiteName, shortenPath } from '../../shared/shown-path.ts'
import { openSuite } from '../../suites/load/load.ts'
import { parseOldTask } from '../../suites/print/old-task.ts'
import { printSuite, printTask } from '../../suites/print/print-suite.ts'
import { readServedRegistry } from '../../tools/served.ts'
import { printJson, printText } from '../output.ts'
import { addSimulatorsOption } from '../simulators-option.ts'

/** A file, and the name of a task after a colon. */
function splitPlace(place: string): { file: string; name?: string } {
  const colon = existsSync(place) ? -1 : place.search(/(?<=\.(?:jsonl|ts)):/)
  return colon < 0 ? { file: place } : { file: place.slice(0, colon), name: place.slice(colon + 1) }
}

/** A task as a function. @throws TracewrightError where its JSON reads what it does not have */
function print(task: Task, file: string): string {
  try {
    return printTask(task, readServedRegistry())
  } catch (error) {
    throw new TracewrightError(
      `Failed to show ${shortenPath(file)}:${task.task_id}: ${describeThrown(error)}. Correct the task, or write it as a function by hand.`,
      { cause: error },
    )
  }
}

export const addShow = (program: Command): Command =>
  addSimulatorsOption(program.command('show'))
    .description('print the tasks of a JSON suite as functions of a *.suite.ts')
    .argument('<suite>', 'suite file, or SUITE:TASK for one task')
    .action(async (place: string, { json }: { json?: boolean }) => {
      const { file, name } = splitPlace(place)
      if (isCodeSuiteName(file))
        throw new TracewrightError(
          `Failed to show ${file}: its tasks are functions already. Open it in an editor.`,
        )
      const tasks = [...openSuite(file, false, parseOldTask).iterateLines()].map(({ task }) => task)
      const chosen = tasks.filter(({ task_id }) => name === undefined || task_id === name)
      if (name !== undefined && chosen.length === 0) {
        const names = tasks.map(({ task_id }) => task_id)
        throw new TracewrightError(
          `Failed to show "${name}": ${file} has no task of this name${didYouMean(name, names) || '.'} Name one of its ${names.length} tasks, or leave out ":${name}" to print all.`,
        )
      }
      if (json)
        return printJson({
          tasks: chosen.map((task) => ({ task_id: task.task_id, code: print(task, file) })),
        })
      const codes = chosen.map((task) => print(task, file)).join('')
      const printWhole = (): string => printSuite(chosen, readServedRegistry())
      printText((name === undefined ? printWhole() : codes).trimEnd())
    })
