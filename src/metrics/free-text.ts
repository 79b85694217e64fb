import type { Case } from '../schema/run.ts'
import { formatCount } from '../shared/english.ts'

type Attempted = Pick<Case, 'score' | 'attempts'>

/** Whether prose is the only proof in an attempt of a case: no attempt of it then counts in a metric. */
export const isFreeTextCase = ({ score, attempts = [] }: Attempted): boolean =>
  score?.free_text === true || attempts.some((attempt) => attempt.score?.free_text === true)

/** Verdicts on attempts of a case, all of them marked as free text where one attempt is. */
export const markFreeText = <Score extends object>(item: Attempted, scores: readonly Score[]): Score[] =>
  scores.map((score) => (isFreeTextCase(item) ? { ...score, free_text: true } : score))

/** What makes a task in free text count. */
const FREE_TEXT_ADVICE =
  'Ask for an answer line or structured output, or let a rubric count: node_modules/tracewright/docs/answers.md#free-text'

/**
 * How many tasks are free text, what that means, and what to do.
 *
 * @param counted Tasks that are not
 */
export function describeFreeText(tasks: number, counted: number): string {
  const head =
    counted === 0
      ? `no task counts as solved: ${tasks === 1 ? 'the only one is' : `all ${tasks} are`} free text, and`
      : `${formatCount(tasks, 'task')} ${tasks === 1 ? 'is' : 'are'} free text and in no other row:`
  return `${head} a reply that mentions the values proves nothing. ${FREE_TEXT_ADVICE}`
}
