import type { ExpectedTrace } from '../../../schema/task.ts'
import { stringifyStably } from '../../../shared/json.ts'
import type { AuditRule, Violation } from '../rule.ts'

/** The calls of a trace as one text; undefined where nothing is to be called. */
export function formatCalls({ steps }: ExpectedTrace): string | undefined {
  const calls = steps.map(({ step_id, tool_name, arguments: args, depends_on }) => ({
    step_id,
    tool_name,
    arguments: args,
    depends_on,
  }))
  return calls.length === 0 ? undefined : stringifyStably(calls)
}

/** What of a task no other may share; the trace is left out where nothing is to be called, since prompts tell those apart. */
interface ComparedTask {
  task_id: string
  prompt: string
  trace?: string
}

/** The tasks that have a value of an earlier task. */
function repeats(tasks: readonly ComparedTask[], part: 'prompt' | 'trace', what: string): Violation[] {
  const first = new Map<string, string>()
  return tasks.flatMap(({ task_id, [part]: value }) => {
    const earlier = value === undefined ? undefined : first.get(value)
    if (value !== undefined && earlier === undefined) first.set(value, task_id)
    return earlier === undefined ? [] : [{ task_id, detail: `${what} equals that of ${earlier}` }]
  })
}

export const duplicates: AuditRule<ComparedTask> = {
  name: 'duplicates',
  holds: 'no two tasks share prompt or trace',
  repair: 'delete one of the tasks, or change its prompt and its trace',
  needsReferenceRun: false,
  coversWorlds: true,
  visit({ source: { task_id, prompt, expected_trace } }, { note }) {
    const trace = formatCalls(expected_trace)
    note({ task_id, prompt, ...(trace === undefined ? {} : { trace }) })
    return []
  },
  sumUp: (tasks) => ({
    violations: [...repeats(tasks, 'prompt', 'the prompt'), ...repeats(tasks, 'trace', 'the expected trace')],
  }),
}
