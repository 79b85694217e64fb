import { type ErrorPlace, TracewrightError } from '../../shared/errors.ts'
import { formatProblemList } from '../../shared/problem-list.ts'
import { shortenPath } from '../../shared/shown-path.ts'

/** What is wrong with one task of a suite. */
export interface SuiteProblem {
  /** Line of the file, from 1; 0 where the file as a whole is meant. */
  line: number
  /** Path of the field, `expected_trace.steps.0.tool_name`; empty where the task as a whole is meant. */
  field: string
  /** What is wrong, and what is valid. */
  message: string
}

export type TaskProblem = Omit<SuiteProblem, 'line'>

/** Thrown for a suite that cannot be loaded; it lists every problem. */
export class SuiteError extends TracewrightError {
  /** Always `SuiteError`. */
  override readonly name = 'SuiteError'
  /** Every problem, with file, line and field. */
  readonly problems: readonly SuiteProblem[]

  /** @param at Place of the first problem. Default: its line. */
  constructor(file: string, problems: readonly SuiteProblem[], at?: ErrorPlace) {
    const [first] = problems
    const shown = shortenPath(file)
    const list = problems.map(({ line, field, message }) => {
      const place = line === 0 ? '' : `${shown}:${line}: `
      return `${place}${field ? `${field}: ` : ''}${message}`
    })
    const only = first !== undefined && first.line > 0 ? list[0] : `${shown}: ${list[0]}`
    const what = list.length === 1 ? only : `${shown}: ${list.length} problems.\n  ${formatProblemList(list)}`
    const line = first !== undefined && first.line > 0 ? { line: first.line } : {}
    super(`Failed to load suite ${what}`, { at: at ?? { file, ...line } })
    this.problems = problems
  }
}
