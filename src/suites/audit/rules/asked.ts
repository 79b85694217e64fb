import { bindingKey, isTemplate, sourcesOf, type Template, templateText } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { placeholderOf } from '../../../scoring/answers/line.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import { levelProblems } from '../level-shape.ts'
import { quoteValue } from '../quote-value.ts'
import { judgedProblems, requestDigest } from '../request-judge.ts'
import type { AuditRule } from '../rule.ts'

/** Every template within a value. */
function templatesIn(value: Json): Template[] {
  if (isTemplate(value)) return [value]
  if (bindingKey(value) === '$literal' || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(templatesIn)
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Templates that the prompt does not quote. */
const unquotedTemplates = ({ prompt, expected_trace: { steps } }: Task): string[] =>
  steps.flatMap(({ step_id, arguments: args }) =>
    templatesIn(args)
      .map((template) => templateText(template))
      .filter((text) => !inOneLine(prompt).includes(inOneLine(text)))
      .map(
        (text) =>
          `${step_id} expects the text ${quoteValue(text)}, which the prompt does not quote with its gaps`,
      ),
  )

const isRecord = (value: Json | undefined): boolean =>
  value !== undefined && isObject(value) && bindingKey(value) === undefined

/** An answer line that asks for another shape than the graded answer has. */
function lineProblems({ prompt, expected_final_answer: expected }: Task): string[] {
  const asked = placeholderOf(prompt)
  if (asked === undefined || expected === undefined || sourcesOf(expected).length === 0) return []
  const keysOf = (value: Json): string =>
    Object.keys(value as object)
      .sort()
      .join(', ')
  if (isRecord(expected)) {
    if (!isObject(asked))
      return [`the answer has the keys ${keysOf(expected)}, and the prompt asks for one value behind ANSWER:`]
    if (keysOf(asked) !== keysOf(expected))
      return [
        `the answer has the keys ${keysOf(expected)}, and the prompt asks for ${keysOf(asked)} behind ANSWER:`,
      ]
  } else if (isObject(asked)) {
    return [`the answer is no object, and the prompt asks for the keys ${keysOf(asked)} behind ANSWER:`]
  }
  return []
}

/** Whether the prompt asks for the trace, as far as its structure shows it, or as a judge says. */
export const asked: AuditRule = {
  name: 'asked',
  holds: 'the prompt holds the answer line and the templates that are graded, and the level fits the trace',
  needsGold: false,
  start: ({ judge, verdicts } = {}) => ({
    visit({ task }) {
      const problems = [...levelProblems(task), ...lineProblems(task), ...unquotedTemplates(task)]
      const verdict = verdicts?.get(requestDigest(task))
      if (verdict !== undefined) return [...problems, ...verdict]
      if (judge === undefined) return problems
      return judgedProblems(task, judge).then((judged) => [...problems, ...judged])
    },
  }),
}
