import type { Task } from '../../schema/task.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'
import type { Registry } from '../../simulators/registry.ts'
import type { SuiteProblem } from '../suite-error.ts'
import type { SuiteLine } from '../tasks-of.ts'

const toolsOf = ({ available_tools, expected_trace, alternatives = [], never = [] }: Task): string[] => [
  ...available_tools,
  ...never,
  ...[expected_trace, ...alternatives].flatMap(({ steps }) => steps.map(({ tool_name }) => tool_name)),
]

/** Tools that nothing simulates, offered or expected: no case could be solved. Each on the line that first names it. */
export function unknownTools(lines: readonly SuiteLine[], registry: Registry): SuiteProblem[] {
  const first = new Map<string, number>()
  for (const { line, task } of lines)
    for (const name of toolsOf(task)) if (!registry.has(name) && !first.has(name)) first.set(name, line)
  const names = [...registry.keys()]
  return [...first].map(([name, line]) => ({
    line,
    field: '',
    message: `nothing simulates the tool "${name}"${didYouMean(name, names) || '.'} Add a tool of your own by the option \`simulators\``,
  }))
}
