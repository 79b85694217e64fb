import { existsSync } from 'node:fs'
import { TracewrightError } from '../../shared/errors.ts'
import { parseJsonLines } from '../../shared/jsonl-file.ts'
import { readText } from '../../shared/whole-file.ts'
import { TOOLKIT_ENDING } from '../../tools/imported/file-names.ts'
import { buildWireName } from '../simulate/effect.ts'
import { type EnvironmentTask, environmentTaskSchema } from '../tasks/environment-task.ts'
import type { SyntheticToolkit } from '../toolkit/toolkit.ts'
import { readToolkit } from '../toolkit/toolkit.ts'

const TASKS_ENDING = '.tasks.jsonl'

export interface EnvironmentLine {
  /** Line of the file, from 1. */
  line: number
  item: EnvironmentTask
}

/** The toolkit file beside a file of tasks: `shop.toolkit.json` for `shop.tasks.jsonl`. */
function buildToolkitPath(file: string): string {
  if (file.endsWith(TASKS_ENDING)) return file.slice(0, -TASKS_ENDING.length) + TOOLKIT_ENDING
  throw new TracewrightError(
    `Failed to find the toolkit of ${file}: its name does not end in ${TASKS_ENDING}. Rename it, or name the toolkit.`,
    { at: { file } },
  )
}

function check({ line, item }: EnvironmentLine, before: readonly EnvironmentLine[], tools: Set<string>) {
  const { task_id, available_tools } = item.task
  const twin = before.find((other) => other.item.task.task_id === task_id)
  if (twin !== undefined)
    return `line ${twin.line} already has the task "${task_id}". Give each task another id`
  const missing = available_tools.find((name) => !tools.has(name))
  if (missing === undefined) return undefined
  return `task "${task_id}" on line ${line} offers "${missing}", which the toolkit does not have. Correct one of them`
}

export function readEnvironment(
  file: string,
  toolkitFile: string = buildToolkitPath(file),
): { tasks: EnvironmentLine[]; toolkit: SyntheticToolkit } {
  const lines = parseJsonLines(readText(file, 'the tasks'), environmentTaskSchema(), file)
  if (!existsSync(toolkitFile))
    throw new TracewrightError(
      `Failed to read ${file}:1: its toolkit ${toolkitFile} is missing. Put it next to the tasks, or name another.`,
      { at: { file, line: 1 } },
    )
  const toolkit = readToolkit(toolkitFile)
  const tools = new Set(toolkit.tools.map(({ name }) => buildWireName(name)))
  const tasks = lines.map(({ line, value: item }): EnvironmentLine => ({ line, item }))
  for (const [i, task] of tasks.entries()) {
    const problem = check(task, tasks.slice(0, i), tools)
    if (problem !== undefined)
      throw new TracewrightError(`Failed to read ${file}:${task.line}: ${problem}.`, {
        at: { file, line: task.line },
      })
  }
  return { tasks, toolkit }
}
