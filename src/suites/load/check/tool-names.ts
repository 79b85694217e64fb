import type { Task } from '../../../schema/task.ts'
import { didYouMean } from '../../../shared/did-you-mean.ts'
import type { Registry } from '../../../tools/registry.ts'
import type { SuiteProblem } from '../suite-error.ts'
import type { SuiteLine } from '../tasks-of.ts'

const toolsOf = ({
  available_tools,
  expected_trace,
  alternatives = [],
  never = [],
  faults = [],
  injections = [],
}: Task): string[] => [
  ...available_tools,
  ...never,
  ...[...faults, ...injections].flatMap(({ tool }) => tool ?? []),
  ...[expected_trace, ...alternatives].flatMap(({ steps }) => steps.map(({ tool_name }) => tool_name)),
]

/** Tools that nothing simulates, offered or expected: no case could be solved. Each on the line that first names it. */
export class UnknownTools {
  private readonly registry: Registry
  private readonly first = new Map<string, number>()

  constructor(registry: Registry) {
    this.registry = registry
  }

  /** Takes note of the tools of a task. */
  look({ line, task }: SuiteLine): void {
    for (const name of toolsOf(task))
      if (!this.registry.has(name) && !this.first.has(name)) this.first.set(name, line)
  }

  problems(): SuiteProblem[] {
    const names = [...this.registry.keys()]
    return [...this.first].map(([name, line]) => ({
      line,
      field: '',
      message: `nothing simulates the tool "${name}"${didYouMean(name, names) || '.'} Add a tool of your own by the option \`simulators\``,
    }))
  }
}
