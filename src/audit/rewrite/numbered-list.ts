import { answeredIn, plainly } from './answer-entries.ts'
import type { Rewrite } from './rewrite.ts'

/** The values of an answer in a numbered list. */
export const numberedList: Rewrite = {
  name: 'numbered-list',
  rewrites: (context) =>
    answeredIn(
      context,
      ['.', ')'].map((mark) => [
        `as a list numbered by 1${mark}`,
        (entries) =>
          entries.length < 2
            ? undefined
            : `ANSWER:\n${entries.map(({ label, value }, i) => `${i + 1}${mark} ${label}: ${plainly(value)}`).join('\n')}`,
      ]),
    ),
}
