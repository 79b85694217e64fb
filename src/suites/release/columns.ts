import type { Task } from '../../schema/task.ts'
import { formatCsv } from '../../shared/csv.ts'
import type { Json } from '../../shared/json.ts'
import { parseJson } from '../../shared/parse-json.ts'
import { taskToLine } from '../load/task-line.ts'

/** A column of the table of a suite: numbers, texts, and JSON as text. */
export interface SuiteColumn {
  readonly name: string
  readonly type: 'INT32' | 'STRING'
  readonly values: readonly (number | string | null)[]
}

const NUMBERS = ['num_steps', 'num_tools_offered']
const TEXTS = ['task_id', 'level', 'prompt', 'category', 'pattern']

function formatCell(name: string, value: Json | undefined): number | string | null {
  if (value === undefined || value === null) return null
  const isPlain = NUMBERS.includes(name) ? typeof value === 'number' : TEXTS.includes(name)
  return isPlain ? (value as number | string) : JSON.stringify(value)
}

/** Tasks as a table, one row each, in the field names of a suite; a field that no task has is left out. */
export function buildColumns(tasks: readonly Task[]): SuiteColumn[] {
  const rows = tasks.map((task) => parseJson(taskToLine(task)) as { [name: string]: Json })
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return names.map((name) => ({
    name,
    type: NUMBERS.includes(name) ? 'INT32' : 'STRING',
    values: rows.map((row) => formatCell(name, row[name])),
  }))
}

/** A table as CSV with a header; a field that a task lacks is empty. */
export const formatColumns = (columns: readonly SuiteColumn[]): string =>
  formatCsv([
    columns.map(({ name }) => name),
    ...(columns[0]?.values ?? []).map((_, i) => columns.map(({ values }) => values[i])),
  ])
