import type { TaskScore } from '../../schema/score.ts'
import type { Task } from '../../schema/task.ts'
import type { Trace } from '../../schema/trace.ts'
import type { Json } from '../../shared/json.ts'
import { placesOf, readable } from '../answers/prose.ts'
import { amountOf } from '../answers/values.ts'
import { sameValue, UNTYPED } from '../equality.ts'
import { leavesOf } from '../evidence.ts'

/** Digits of a number that is no lucky guess. */
const TELLING_DIGITS = 4

/** A word with a digit, without the marks around it. */
const WORDS = /[^\s"'<>()[\]{}|*`]*\d[^\s"'<>()[\]{}|*`]*/g

/** Words of a text that are no lucky guess: ids, dates and numbers of four digits. */
const factsIn = (text: string): { text: string; value: Json }[] =>
  [...text.matchAll(WORDS)].flatMap(([word]) => {
    const fact = word.replace(/[.,:;!?]+$/, '')
    const number = amountOf(fact)?.value
    const digits = fact.replace(/\D/g, '').replace(/^0+/, '').length
    return number !== undefined && digits < TELLING_DIGITS ? [] : [{ text: fact, value: number ?? fact }]
  })

/** Whether an answer could have a value, perhaps rounded, from what was known. */
const stands = (known: Json, value: Json): boolean =>
  leavesOf(known).some(
    (leaf) =>
      sameValue(leaf.value, value, UNTYPED) ||
      (typeof leaf.value === 'string' && placesOf(value, readable(leaf.value)).length > 0),
  )

/**
 * Values that an agent passed on or answered and could have from nowhere: bound leaves that the scorer calls fabricated,
 * and telling facts of the answer (ids, dates, numbers of four digits) that stand in no prompt, argument, result or error.
 * A right graded answer holds none: what was computed there is right.
 */
export function fabricatedIn(
  { prompt }: Pick<Task, 'prompt'>,
  { calls, final_answer }: Trace,
  { steps, answer }: Pick<TaskScore, 'steps' | 'answer'>,
): string[] {
  const passed = steps.flatMap(({ leaves }) =>
    leaves
      .filter(({ lineage }) => lineage === 'fabricated')
      .map(({ actual }) => JSON.stringify(actual ?? null)),
  )
  const text = readable(final_answer ?? '')
  if (answer === 'right' || text === '') return [...new Set(passed)]
  const known: Json[] = [
    prompt,
    ...calls.flatMap(({ arguments: args, result = null, error }) => [args, result, error?.message ?? '']),
  ]
  const answered = factsIn(text).filter(({ value }) => !known.some((one) => stands(one, value)))
  return [...new Set([...passed, ...answered.map((fact) => fact.text)])]
}
