import { answeredIn, labelled, plainly } from './answer-entries.ts'
import type { Rewrite } from './rewrite.ts'

const MARKS = ['*', '**', '_', '__', '***']

/** Values in bold and slanted type. A text that begins or ends with such a mark is left out: it would not be told from one. */
export const emphasis: Rewrite = {
  name: 'emphasis',
  rewrites: (context) =>
    answeredIn(
      context,
      MARKS.map((mark) => [
        `between ${mark}`,
        (entries) =>
          entries.some(({ value }) => /^[*_]|[*_]$/.test(plainly(value)))
            ? undefined
            : `ANSWER: ${labelled(entries, '; ', (value) => `${mark}${plainly(value)}${mark}`)}`,
      ]),
    ),
}
