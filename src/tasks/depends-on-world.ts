import { EXPANDED_KEYS, holdsKey } from '../schema/binding.ts'
import { isBranches } from '../schema/condition.ts'
import type { ExpectedTrace } from '../schema/task.ts'
import type { WrittenTask } from '../schema/task-in-world.ts'

const isDependentTrace = ({ steps }: ExpectedTrace): boolean =>
  steps.some(
    ({ when, each, arguments: args }) =>
      when !== undefined || each !== undefined || holdsKey(args, EXPANDED_KEYS),
  )

/** Whether a task is another one in another world, so that it has to be expanded. */
export const dependsOnWorld = ({
  expected_trace,
  alternatives = [],
  expected_final_answer: answer = null,
}: WrittenTask): boolean =>
  [expected_trace, ...alternatives].some(isDependentTrace) ||
  isBranches(answer) ||
  holdsKey(answer, EXPANDED_KEYS)
