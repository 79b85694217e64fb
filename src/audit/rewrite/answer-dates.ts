import type { Json } from '../../shared/json.ts'
import { answeredIn, labelled, plainly } from './answer-entries.ts'
import { CALENDAR_SPELLINGS } from './dates.ts'
import type { Rewrite } from './rewrite.ts'

/** Dates of an answer in other forms of the same day and time. */
export const answerDates: Rewrite = {
  name: 'answer-dates',
  rewrites: (context) =>
    answeredIn(
      context,
      CALENDAR_SPELLINGS.map(([how, write]) => {
        const inForm = (value: Json): string => plainly(write(value) ?? value)
        return [
          `with its dates ${how}`,
          (entries) =>
            entries.some(({ value }) => write(value) !== undefined)
              ? `ANSWER: ${labelled(entries, '; ', inForm)}`
              : undefined,
        ]
      }),
    ),
}
