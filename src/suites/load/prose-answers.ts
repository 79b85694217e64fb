import { isTemplate, listSources, readBindingKey } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import { asksForLine } from '../../scoring/answers/line.ts'
import { putInOnePrompt } from '../../scoring/whole-prompt.ts'
import { nameWords } from '../../shared/english.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { findSchemas } from '../../tools/served.ts'
import { classifyBinding } from './prose-classes.ts'

const unwrapItems = (answer: Json): Json =>
  readBindingKey(answer) === '$unordered' ? (answer as { $unordered: Json[] }).$unordered : answer

function countValues(whole: Json): number {
  const answer = unwrapItems(whole)
  if (readBindingKey(answer) !== undefined) return listSources(answer).length > 0 ? 1 : 0
  return typeof answer === 'object' && answer !== null
    ? Object.values(answer).reduce<number>((sum, item) => sum + countValues(item), 0)
    : 0
}

/** What a prompt may have behind `ANSWER:` for an answer: `{"oslo": <temperature celsius>}`. */
function writePlaceholders(whole: Json, isBoolean: (part: Json) => boolean): string {
  const answer = unwrapItems(whole)
  const write = (part: Json): string => writePlaceholders(part, isBoolean)
  if (readBindingKey(answer) === undefined) {
    if (Array.isArray(answer)) return `[${answer.map(write).join(', ')}]`
    if (isObject(answer)) {
      const fields = Object.entries(answer).map(([key, part]) => `${JSON.stringify(key)}: ${write(part)}`)
      return `{${fields.join(', ')}}`
    }
  }
  const field = listSources(answer).at(-1)?.at.split('/').at(-1) ?? ''
  return isBoolean(answer) ? '<true or false>' : `<${nameWords(field).join(' ') || 'value'}>`
}

/**
 * What an answer that is graded in prose holds and prose does not prove, as a sentence with the line that asks for it:
 * a boolean, several values, or a number that may be negative. Undefined where nothing is amiss, or a check counts.
 *
 * @param isSigned Whether the answer is a negative number in one of the task's worlds.
 */
export function findUnprovedAnswer(task: Task, isSigned = false): string | undefined {
  const { expected_final_answer: answer, expected_trace, checks = [] } = task
  const isChecked = checks.some((check) => typeof check === 'object' && check.counts === true)
  if (answer === undefined || isTemplate(answer) || asksForLine(putInOnePrompt(task)) || isChecked)
    return undefined
  const findTool = (id: string): string | undefined =>
    expected_trace.steps.find(({ step_id }) => step_id === id)?.tool_name
  const isBoolean = (part: Json): boolean =>
    classifyBinding(part, findTool, { get: findSchemas }) === 'boolean'
  const what =
    countValues(answer) > 1
      ? 'several values'
      : readBindingKey(answer) !== undefined && isBoolean(answer)
        ? 'a boolean'
        : isSigned
          ? 'a number that is negative in some worlds'
          : undefined
  return (
    what &&
    `this answer is ${what} in prose, where a wrong one may pass; end the prompt with "ANSWER: ${writePlaceholders(answer, isBoolean)}", return structured output, or let a check count. The next minor version refuses the task`
  )
}
