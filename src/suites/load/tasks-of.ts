import { existsSync } from 'node:fs'
import type { Task } from '../../schema/task.ts'
import { dependsOnWorld } from '../../scoring/expand.ts'
import { MAX_PROBLEMS } from '../../shared/problem-list.ts'
import type { ParsedTask } from './parse-task.ts'
import { proseWarnings } from './prose-warnings.ts'
import { SuiteError, type SuiteProblem } from './suite-error.ts'
import { textWarnings } from './text-evidence.ts'

/** A task and where its file holds it: the line that it begins on, or the row of a Parquet file, from 1. */
export interface SuiteLine {
  line: number
  task: Task
  /** Whether the row has its trace as JSON text, as published ones have: it is taken as it is. */
  published?: true
  /** What is odd about the task and does not keep it from being loaded, as sentences that name file and line. */
  warnings?: readonly string[]
}

/** What a file holds in one place. */
export interface SuiteRow {
  line: number
  parsed: ParsedTask
  /** Where a field of the task stands, if the format can tell. */
  locate?: (field: string) => { line: number; field: string }
}

/** Whether a suite was recorded: its recording lies beside it. What a run answered in prose is taken as it is. */
const isRecorded = (file: string): boolean =>
  existsSync(file.replace(/\.suite\.\w+$|\.\w+$/, '.recording.json'))

/**
 * The tasks of a file, one at a time. When all were given it throws a {@link SuiteError} that lists every problem, or
 * the first {@link MAX_PROBLEMS}; names are unique in a suite.
 */
export function* eachTask(
  rows: Iterable<SuiteRow>,
  file: string,
  unit: 'line' | 'row' = 'line',
): Generator<SuiteLine, void> {
  const problems: SuiteProblem[] = []
  const firstLine = new Map<string, number>()
  const said = new Set<string>()
  for (const { line, parsed, locate = (field: string) => ({ line, field }) } of rows) {
    if (problems.length >= MAX_PROBLEMS) break
    const add = (field: string, message: string) => problems.push({ ...locate(field), message })
    if ('problems' in parsed) {
      for (const { field, message } of parsed.problems) add(field, message)
      continue
    }
    const id = parsed.task.task_id
    const earlier = firstLine.get(id)
    if (earlier === undefined) firstLine.set(id, line)
    else add('task_id', `"${id}" is taken by ${unit} ${earlier}`)
    // Each kind is said once a suite.
    const lenient = proseWarnings(parsed.task).filter(({ kind }) => !said.has(kind) && !isRecorded(file))
    for (const { kind } of lenient) said.add(kind)
    if (dependsOnWorld(parsed.task) && isRecorded(file) && !said.has('recorded')) {
      said.add('recorded')
      lenient.push({
        kind: 'recorded',
        field: 'expected_trace',
        message:
          'this suite is recorded, so its conditions are decided once: all attempts are made in the world of the recording',
      })
    }
    const warnings = [...textWarnings(parsed.task), ...lenient].map(({ field, message }) => {
      const place = locate(field)
      return `${file}${unit === 'row' ? `: row ${place.line}` : `:${place.line}`}: ${place.field}: ${message}`
    })
    yield { line, ...parsed, ...(warnings.length === 0 ? {} : { warnings }) }
  }
  if (problems.length > 0) throw new SuiteError(file, problems, unit)
}

/** All tasks of a file; see {@link eachTask}. */
export const tasksOf = (rows: Iterable<SuiteRow>, file: string, unit?: 'line' | 'row'): SuiteLine[] => [
  ...eachTask(rows, file, unit),
]
