import type { Json } from '../../shared/json.ts'
import { answeredIn, isPlainNumber, labelled, plainly } from './answer-entries.ts'
import type { Rewrite } from './rewrite.ts'

const behind = (value: Json): string => (isPlainNumber(value) ? `${value}km` : plainly(value))
const before = (value: Json): string => (isPlainNumber(value) ? `USD${value}` : plainly(value))

/** Figures with a unit right behind them, or a currency right before. */
export const gluedUnits: Rewrite = {
  name: 'glued-units',
  rewrites: (context) =>
    answeredIn(
      context,
      (
        [
          ['behind', behind],
          ['before', before],
        ] as const
      ).map(([side, write]) => [
        `with units glued ${side} its figures`,
        (entries) =>
          entries.some(({ value }) => isPlainNumber(value))
            ? `ANSWER: ${labelled(entries, '; ', write)}`
            : undefined,
      ]),
    ),
}
