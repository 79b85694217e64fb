import type { ExpectedTrace, Step, Task } from '../../schema/task.ts'

const TASK_FIELDS =
  `task_id level prompt turns available_tools expected_trace expected_final_answer expected_state grade
num_steps num_tools_offered category pattern world alternatives never within faults injections checks timeout tags skip
only todo`.split(/\s/) as (keyof Task)[]
const STEP_FIELDS = 'step_id tool_name arguments depends_on output_key order after_turn when each'.split(
  ' ',
) as (keyof Step)[]

const orderFields = <T extends object>(value: T, fields: readonly (keyof T)[]): object =>
  Object.fromEntries(fields.map((field) => [field, value[field]]))

const orderTrace = ({ steps, final_answer_source, expected_final_answer }: ExpectedTrace) => ({
  steps: steps.map((step) => orderFields(step, STEP_FIELDS)),
  final_answer_source,
  expected_final_answer,
})

/** Vitest takes these for comments of its own wherever they stand in a test module, suites included. */
const ENVIRONMENT_COMMENT = /@(?=(?:vitest|jest)-environment)/g

export function taskToLine(task: Task): string {
  const line = JSON.stringify({
    ...orderFields(task, TASK_FIELDS),
    expected_trace: orderTrace(task.expected_trace),
    alternatives: task.alternatives?.map(orderTrace),
  })
  return line.replaceAll(ENVIRONMENT_COMMENT, '\\u0040')
}
