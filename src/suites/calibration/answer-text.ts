import type { Task } from '../../schema/task.ts'
import type { Trace } from '../../schema/trace.ts'
import { asksForLine } from '../../scoring/answers/line.ts'
import { putInOnePrompt } from '../../scoring/whole-prompt.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { type OutputOf, resolve } from '../../tasks/bindings.ts'
import type { ReferenceRun } from '../../tasks/reference-run.ts'

/** A value in prose; a comma between two numbers could be taken for a thousands separator. */
function writeInProse(value: Json): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(writeInProse).join('; ')
  if (!isObject(value)) return String(value)
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${writeInProse(item)}`)
    .join('; ')
}

export function writeAnswer(value: Json, task: Pick<Task, 'prompt' | 'expected_final_answer'>): string {
  if (asksForLine(task)) return `ANSWER: ${typeof value === 'string' ? value : JSON.stringify(value)}`
  return `${task.prompt.includes('ANSWER:') ? 'ANSWER: ' : ''}${writeInProse(value)}`
}

/** The expected trace of a task as an agent would leave it. */
export const buildRightTrace = (task: Task, { calls, outputOf }: ReferenceRun): Trace => ({
  task_id: task.task_id,
  calls,
  final_answer: writeAnswerText(task, outputOf),
  attempt: 0,
})

/** The expected answer as a reply, with the values that flowed; null where none is expected. */
export function writeAnswerText(task: Task, outputOf: OutputOf): string | null {
  const expected = task.expected_final_answer
  const value = expected === undefined ? undefined : resolve(expected, outputOf)
  return value === undefined ? null : writeAnswer(value, putInOnePrompt(task))
}
