import type { ExpectedTrace, Task } from '../../schema/task.ts'

const orderedTrace = ({ steps, final_answer_source }: ExpectedTrace) => ({
  steps: steps.map(({ step_id, tool_name, arguments: args, depends_on, output_key, order, when, each }) => ({
    step_id,
    tool_name,
    arguments: args,
    depends_on,
    output_key,
    order,
    when,
    each,
  })),
  final_answer_source,
})

/** Vitest takes these for comments of its own wherever they stand in a test module, suites included. */
const ENVIRONMENT_COMMENT = /@(?=(?:vitest|jest)-environment)/g

/** A task as one line of a suite file, with the fields in the order of the format. */
export function taskToLine(task: Task): string {
  const line = JSON.stringify({
    task_id: task.task_id,
    level: task.level,
    prompt: task.prompt,
    turns: task.turns,
    available_tools: task.available_tools,
    expected_trace: orderedTrace(task.expected_trace),
    expected_final_answer: task.expected_final_answer,
    expected_state: task.expected_state,
    num_steps: task.num_steps,
    num_tools_offered: task.num_tools_offered,
    category: task.category,
    pattern: task.pattern,
    world: task.world,
    alternatives: task.alternatives?.map(orderedTrace),
    never: task.never,
    within: task.within,
    faults: task.faults,
    injections: task.injections,
    checks: task.checks,
    timeout: task.timeout,
    tags: task.tags,
    skip: task.skip,
    only: task.only,
    todo: task.todo,
  })
  return line.replaceAll(ENVIRONMENT_COMMENT, '\\u0040')
}
