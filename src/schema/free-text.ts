import { type BindingKey, holdsKey } from './binding.ts'
import type { Task } from './task.ts'

const FREE: ReadonlySet<BindingKey> = new Set<BindingKey>(['$text'])

/** Whether a task asks for a text in the agent's own words (`$text`), of which only the values are graded. */
export const asksForFreeText = ({
  expected_trace: { steps },
  expected_final_answer: answer,
}: Task): boolean => steps.some((step) => holdsKey(step.arguments, FREE)) || holdsKey(answer ?? null, FREE)
