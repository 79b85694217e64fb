import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { didYouMean } from '../../shared/did-you-mean.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { isCodeSuiteName } from '../../shared/shown-path.ts'
import { printSuite, printTask } from '../../suites/print/print-suite.ts'
import { readServedRegistry } from '../../tools/served.ts'
import { printJson, printText } from '../output.ts'
import { readTasks } from '../read-tasks.ts'
import { addSimulatorsOption } from '../simulators-option.ts'

/** A file, and the name of a task after a colon. */
function splitPlace(place: string): { file: string; name?: string } {
  const colon = existsSync(place) ? -1 : place.search(/(?<=\.(?:jsonl|ts)):/)
  return colon < 0 ? { file: place } : { file: place.slice(0, colon), name: place.slice(colon + 1) }
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
      const tasks = (await readTasks(file)).map(({ task }) => task)
      const chosen = tasks.filter(({ task_id }) => name === undefined || task_id === name)
      const tools = readServedRegistry()
      if (name !== undefined && chosen.length === 0) {
        const names = tasks.map(({ task_id }) => task_id)
        throw new TracewrightError(
          `Failed to show "${name}": ${file} has no task of this name${didYouMean(name, names) || '.'} Name one of its ${names.length} tasks, or leave out ":${name}" to print all.`,
        )
      }
      if (json)
        return printJson({
          tasks: chosen.map((task) => ({ task_id: task.task_id, code: printTask(task, tools) })),
        })
      printText(
        (name === undefined
          ? printSuite(chosen, tools)
          : chosen.map((task) => printTask(task, tools)).join('')
        ).trimEnd(),
      )
    })
