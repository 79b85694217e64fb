import { answeredIn, grouped, isPlainNumber, labelled } from './answer-entries.ts'
import type { Rewrite } from './rewrite.ts'

const SPACES = [
  ['narrow no-break spaces', '\u202f'],
  ['no-break spaces', '\u00a0'],
  ['thin spaces', '\u2009'],
  ['apostrophes', '\u2019'],
] as const

/** Figures with other marks than a comma between their thousands. */
export const narrowSpaces: Rewrite = {
  name: 'narrow-spaces',
  rewrites: (context) =>
    answeredIn(
      context,
      SPACES.map(([name, mark]) => [
        `with ${name} between thousands`,
        (entries) =>
          entries.some(({ value }) => isPlainNumber(value) && Math.abs(value) >= 1000)
            ? `ANSWER: ${labelled(entries, '; ', (value) => grouped(value, mark))}`
            : undefined,
      ]),
    ),
}
