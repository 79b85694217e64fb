import {
  bindingKey,
  boundParts,
  isTemplate,
  isText,
  sourcesOf,
  type Template,
  type Text,
  templateText,
} from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import { asksForLine } from '../../scoring/answers/line.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { schemasOf } from '../../tools/served.ts'
import { classOfBinding } from './prose-classes.ts'
import type { TaskProblem } from './task-problem.ts'

interface PlacedText {
  text: Text | Template
  field: string
}

function textsIn(value: Json, field: string): PlacedText[] {
  if (isText(value) || isTemplate(value)) return [{ text: value, field }]
  if (bindingKey(value) === '$literal' || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => textsIn(item, `${field}.${key}`))
}

/** Whether two values of a text are of one class, so that nobody sees them exchanged in prose. */
function hasTwins(text: Text, { expected_trace: { steps } }: Task): boolean {
  const toolOf = (id: string): string | undefined => steps.find(({ step_id }) => step_id === id)?.tool_name
  const classes = boundParts(text).map((part) => classOfBinding(part, toolOf, { get: schemasOf }))
  return new Set(classes).size < classes.length
}

/** How many values an answer gives. */
function countValues(answer: Json): number {
  if (bindingKey(answer) === '$unordered') return countValues((answer as { $unordered: Json[] }).$unordered)
  if (bindingKey(answer) !== undefined) return sourcesOf(answer).length > 0 ? 1 : 0
  if (Array.isArray(answer)) return answer.reduce<number>((sum, item) => sum + countValues(item), 0)
  return isObject(answer)
    ? Object.values(answer).reduce<number>((sum, item) => sum + countValues(item), 0)
    : 0
}

const isQuoted = (text: Template, prompt: string): boolean => {
  const squeeze = (words: string): string => words.replace(/\s+/g, ' ')
  return squeeze(prompt).includes(squeeze(templateText(text)).trim())
}

/** What a task grades more leniently than its author may think: each kind is worth saying once a suite. */
export function proseWarnings(task: Task): (TaskProblem & { kind: string })[] {
  const texts = task.expected_trace.steps.flatMap((step, i) =>
    textsIn(step.arguments, `expected_trace.steps.${i}.arguments`),
  )
  const answer = task.expected_final_answer
  const twins = texts.find(({ text }) => isText(text) && hasTwins(text, task))
  const unquoted = texts.find(({ text }) => isTemplate(text) && !isQuoted(text, task.prompt))
  return [
    ...(twins === undefined
      ? []
      : [
          {
            kind: 'twins',
            field: twins.field,
            message:
              'two values of this $text are of one class: exchanged values would not be seen; use $template',
          },
        ]),
    ...(answer === undefined || asksForLine(task.prompt) || countValues(answer) < 2
      ? []
      : [
          {
            kind: 'prose',
            field: 'expected_final_answer',
            message:
              'several values are graded in prose, where exchanged values are not seen; ask for them in the prompt: ANSWER: {"name": <what it is>, ...}',
          },
        ]),
    ...(unquoted === undefined
      ? []
      : [
          {
            kind: 'unquoted',
            field: unquoted.field,
            message: `the prompt does not quote this $template with its gaps: ${JSON.stringify(templateText(unquoted.text as Template))}`,
          },
        ]),
  ]
}
