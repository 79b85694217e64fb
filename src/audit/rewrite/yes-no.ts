import type { Json } from '../../shared/json.ts'
import { answeredIn, joined, labelled, plainly } from './answer-entries.ts'
import type { Rewrite } from './rewrite.ts'

const inWords = (value: Json): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : plainly(value)
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Yes and no for true and false: alone behind a label, or first on a line. */
export const yesNo: Rewrite = {
  name: 'yes-no',
  rewrites: (context) =>
    answeredIn(
      context,
      (
        [
          ['behind labels', (entries) => `ANSWER: ${labelled(entries, '\n', inWords)}`],
          [
            'on lines of their own',
            (entries) => `ANSWER:\n${joined(entries, '\n', (value) => capital(inWords(value)))}`,
          ],
        ] as const satisfies readonly (readonly [string, (entries: Parameters<typeof joined>[0]) => string])[]
      ).map(([how, write]) => [
        `in yes and no, ${how}`,
        (entries) => (entries.some(({ value }) => typeof value === 'boolean') ? write(entries) : undefined),
      ]),
    ),
}
