import { bindingKey, sourcesOf } from '../../schema/binding.ts'
import { resolve } from '../../scoring/bindings.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { inTurn, movesOf } from '../mutate/script.ts'
import type { RewriteContext, Rewritten } from './rewrite.ts'

/** A value of an answer with the key that it stands under. */
export interface AnswerEntry {
  label: string
  value: Json
  /** What the task expects there. */
  expected: Json
}

/** A way of writing an answer: what is done otherwise, and the final message; undefined where it changes nothing. */
export type AnswerForm = readonly [
  how: string,
  write: (entries: readonly AnswerEntry[], value: Json) => string | undefined,
]

/** A figure for a number would be read as one where a value equals it: "1: Monday, 2: 1". */
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth']

/** The values of an answer, by key; the items of an answer that is a list are labelled by their place. */
function entriesOf(value: Json, expected: Json): AnswerEntry[] {
  const parts = isObject(expected) && '$unordered' in expected ? (expected.$unordered ?? null) : expected
  if (Array.isArray(value)) {
    return value.map((item, i) => ({
      label: ORDINALS[i] ?? `item ${i + 1}`,
      value: item,
      expected: (Array.isArray(parts) ? parts[i] : undefined) ?? expected,
    }))
  }
  if (isObject(value)) {
    return Object.entries(value).map(([label, item]) => ({
      label,
      value: item,
      expected:
        (bindingKey(expected) === undefined && isObject(expected) ? expected[label] : undefined) ?? expected,
    }))
  }
  return [{ label: 'Result', value, expected }]
}

/** A value as a person writes it: a text without marks. */
export const plainly = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A way of writing one value of an answer. */
export type WriteEntry = (value: Json, entry: AnswerEntry) => string

/** The values of an answer, without their labels. */
export const joined = (
  entries: readonly AnswerEntry[],
  between: string,
  write: WriteEntry = plainly,
): string => entries.map((entry) => write(entry.value, entry)).join(between)

/** The values of an answer, each behind its label where there are several. */
export const labelled = (
  entries: readonly AnswerEntry[],
  between: string,
  write: WriteEntry = plainly,
): string =>
  entries.length === 1
    ? joined(entries, between, write)
    : entries.map((entry) => `${entry.label}: ${write(entry.value, entry)}`).join(between)

/** Whether a value is a number without an exponent. */
export const isPlainNumber = (value: Json): value is number =>
  typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(String(value))

/** A number with something between its thousands: 1234567.891 as 1,234,567.891. */
export function grouped(value: Json, separator: string): string {
  if (!isPlainNumber(value)) return plainly(value)
  const [whole = '', fraction] = String(value).split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, separator)
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

/** The expected trace with its graded answer in other forms; none where no answer is graded or a form changes nothing. */
export function answeredIn(
  { subject: { task }, gold }: RewriteContext,
  forms: readonly AnswerForm[],
): Rewritten[] {
  const expected = task.expected_final_answer
  if (expected === undefined || sourcesOf(expected).length === 0) return []
  const here = resolve(expected, gold.outputOf)
  if (here === undefined) return []
  return forms.flatMap(([how, write]): Rewritten[] => {
    if (write(entriesOf(here, expected), here) === undefined) return []
    return [
      {
        how: `with the answer ${how}`,
        script: {
          turns: inTurn(movesOf(task)),
          answer: (outputOf) => {
            const value = resolve(expected, outputOf)
            return value === undefined ? null : (write(entriesOf(value, expected), value) ?? null)
          },
        },
      },
    ]
  })
}
