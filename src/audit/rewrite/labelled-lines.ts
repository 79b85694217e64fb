import { isObject } from '../../shared/json.ts'
import { answeredIn, plainly } from './answer-entries.ts'
import type { Rewrite } from './rewrite.ts'

/** A record as JSON and as lines with a label, in declared order and in another: its labels say which value is which. */
export const labelledLines: Rewrite = {
  name: 'labelled-lines',
  rewrites: (context) =>
    answeredIn(context, [
      [
        'as lines of "label: value"',
        (entries, value) =>
          isObject(value)
            ? `ANSWER:\n${entries.map((one) => `${one.label}: ${plainly(one.value)}`).join('\n')}`
            : undefined,
      ],
      [
        'as lines of "label = value"',
        (entries, value) =>
          isObject(value)
            ? `ANSWER:\n${entries.map((one) => `${one.label} = ${plainly(one.value)}`).join('\n')}`
            : undefined,
      ],
      ['as JSON', (_, value) => (isObject(value) ? `ANSWER: ${JSON.stringify(value)}` : undefined)],
      [
        'as JSON, the last key first',
        (_, value) =>
          isObject(value)
            ? `ANSWER: ${JSON.stringify(Object.fromEntries(Object.entries(value).toReversed()))}`
            : undefined,
      ],
    ]),
}
