import type { Json } from '../../shared/json.ts'
import { answeredIn, plainly } from './answer-entries.ts'
import type { Rewrite } from './rewrite.ts'

const isOneOf = (count: number, value: Json): boolean =>
  typeof value !== 'boolean' &&
  Number.isInteger(Number(value)) &&
  Number(value) >= 1 &&
  Number(value) <= count

/**
 * The values of an answer in a numbered list. Where a value equals one of the numbers the list is left out: the scorer
 * may take the number for the value.
 */
export const numberedList: Rewrite = {
  name: 'numbered-list',
  rewrites: (context) =>
    answeredIn(
      context,
      ['.', ')'].map((mark) => [
        `as a list numbered by 1${mark}`,
        (entries) =>
          entries.length < 2 || entries.some(({ value }) => isOneOf(entries.length, value))
            ? undefined
            : `ANSWER:\n${entries.map(({ label, value }, i) => `${i + 1}${mark} ${label}: ${plainly(value)}`).join('\n')}`,
      ]),
    ),
}
