import type { Json } from '../shared/json.ts'
import { bindingKey } from './binding.ts'
import type { Task } from './task.ts'

function holdsText(value: Json): boolean {
  const key = bindingKey(value)
  if (key === '$text') return true
  if (key === '$literal' || typeof value !== 'object' || value === null) return false
  return Object.values(value).some(holdsText)
}

/** Whether a task asks for a text in the agent's own words (`$text`), of which only the values are graded. */
export const asksForFreeText = ({
  expected_trace: { steps },
  expected_final_answer: answer,
}: Task): boolean => steps.some((step) => holdsText(step.arguments)) || holdsText(answer ?? null)
