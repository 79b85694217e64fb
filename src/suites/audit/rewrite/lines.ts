import { sourcesOf } from '../../../schema/binding.ts'
import { asksForLine } from '../../../scoring/answers/line.ts'
import { resolve } from '../../../scoring/bindings.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import { inTurn, movesOf } from '../mutate/script.ts'
import type { Rewrite } from './rewrite.ts'

const PROSE = 'I looked everything up, and here is what I found: it took 3 calls.'

/** A value as a reply writes it; a text of several lines only as JSON. */
const plainly = (value: Json): string | undefined =>
  typeof value === 'string'
    ? /[\n"'`*]/.test(value)
      ? undefined
      : value
    : typeof value === 'object'
      ? undefined
      : String(value)

/** Ways to write a single value on the answer line. */
const SINGLE: readonly (readonly [how: string, write: (value: string) => string])[] = [
  ['in bold type', (value) => `**ANSWER:** ${value}`],
  ['behind "Final answer:"', (value) => `Final answer: ${value}`],
  ['on the line below', (value) => `ANSWER:\n${value}`],
  ['in quotes', (value) => `ANSWER: "${value}"`],
  ['as code', (value) => `ANSWER: \`${value}\``],
  ['as an object', (value) => `ANSWER: ${JSON.stringify({ answer: value })}`],
  ['after prose', (value) => `${PROSE}\n\nANSWER: ${value}`],
  ['before a greeting', (value) => `ANSWER: ${value}\n\nLet me know if you need more.`],
]

/** Ways to write an object or a list on the answer line. */
const COMPOUND: readonly (readonly [how: string, write: (value: Json) => string])[] = [
  ['in a fence', (value) => `ANSWER:\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``],
  ['in bold type', (value) => `**ANSWER:** ${JSON.stringify(value)}`],
  ['over several lines', (value) => `${PROSE}\n\nANSWER: ${JSON.stringify(value, null, 2)}`],
  ['with a trailing comma', (value) => `ANSWER: ${JSON.stringify(value).replace(/([}\]])$/, ',$1')}`],
  [
    'with its keys in reverse',
    (value) =>
      `ANSWER: ${JSON.stringify(isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value)}`,
  ],
]

/** The answer line written in the other forms that docs/scoring.md lists. */
export const lines: Rewrite = {
  name: 'lines',
  rewrites({ subject: { task } }) {
    const expected = task.expected_final_answer
    if (expected === undefined || sourcesOf(expected).length === 0 || !asksForLine(task.prompt)) return []
    const turns = inTurn(movesOf(task))
    const forms = [
      ...SINGLE.map(([how, write]) => ({
        how,
        write: (value: Json) => {
          const text = plainly(value)
          return text === undefined ? undefined : write(text)
        },
      })),
      ...COMPOUND.map(([how, write]) => ({
        how,
        write: (value: Json) => (typeof value === 'object' && value !== null ? write(value) : undefined),
      })),
    ]
    return forms.map(({ how, write }) => ({
      how: `with the answer ${how}`,
      script: {
        turns,
        answer: (outputOf) => {
          const value = resolve(expected, outputOf)
          return value === undefined ? null : (write(value) ?? `ANSWER: ${JSON.stringify(value)}`)
        },
      },
    }))
  },
}
