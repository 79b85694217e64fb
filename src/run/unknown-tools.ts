import { closest } from 'fastest-levenshtein'
import type { Task } from '../schema/task.ts'
import { SuiteError } from '../suites/suite-error.ts'
import type { SuiteLine } from '../suites/tasks-of.ts'

/** Line on which a suite first names each of its tools, offered or expected. */
export type ToolLines = Record<string, number>

const toolsOf = ({ available_tools, expected_trace, alternatives = [] }: Task): string[] => [
  ...available_tools,
  ...[expected_trace, ...alternatives].flatMap(({ steps }) => steps.map(({ tool_name }) => tool_name)),
]

export function toolLines(lines: readonly SuiteLine[]): ToolLines {
  const first: ToolLines = {}
  for (const { line, task } of lines) for (const name of toolsOf(task)) first[name] ??= line
  return first
}

/**
 * Refuses a suite that names a tool which nothing simulates: no case of it could be solved.
 *
 * @throws SuiteError naming every such tool with its line, and the nearest one that there is
 */
export function checkTools(tools: ToolLines, file: string, known: ReadonlyMap<string, unknown>): void {
  const names = [...known.keys()]
  const problems = Object.entries(tools)
    .filter(([name]) => !known.has(name))
    .sort(([, one], [, other]) => one - other)
    .map(([name, line]) => ({
      line,
      field: '',
      message: `nothing simulates the tool "${name}"; did you mean "${closest(name, names)}"? Add a tool of your own by the option \`simulators\``,
    }))
  if (problems.length > 0) throw new SuiteError(file, problems)
}
