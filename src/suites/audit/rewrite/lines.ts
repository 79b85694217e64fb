import { sourcesOf } from '../../../schema/binding.ts'
import { asksForLine } from '../../../scoring/answers/line.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import { resolve } from '../../../tasks/bindings.ts'
import { inTurn, movesOf } from '../mutate/script.ts'
import type { Rewrite } from './rewrite.ts'

const PROSE = 'I looked everything up, and here is what I found: it took 3 calls.'

type Form = (value: Json) => string | undefined

/** A form of a single value, but for a text of several lines. */
const single =
  (write: (value: string) => string): Form =>
  (value) =>
    typeof value === 'object' || /[\n"'`*]/.test(String(value)) ? undefined : write(String(value))

const compound =
  (write: (value: Json) => string): Form =>
  (value) =>
    typeof value === 'object' && value !== null ? write(value) : undefined

const FORMS: readonly (readonly [how: string, write: Form])[] = [
  ['in bold type', single((value) => `**ANSWER:** ${value}`)],
  ['behind "Final answer:"', single((value) => `Final answer: ${value}`)],
  ['on the line below', single((value) => `ANSWER:\n${value}`)],
  ['in quotes', single((value) => `ANSWER: "${value}"`)],
  ['as code', single((value) => `ANSWER: \`${value}\``)],
  ['as an object', single((value) => `ANSWER: ${JSON.stringify({ answer: value })}`)],
  ['after prose', single((value) => `${PROSE}\n\nANSWER: ${value}`)],
  ['before a greeting', single((value) => `ANSWER: ${value}\n\nLet me know if you need more.`)],
  ['in a fence', compound((value) => `ANSWER:\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``)],
  ['in bold type', compound((value) => `**ANSWER:** ${JSON.stringify(value)}`)],
  ['over several lines', compound((value) => `${PROSE}\n\nANSWER: ${JSON.stringify(value, null, 2)}`)],
  [
    'with a trailing comma',
    compound((value) => `ANSWER: ${JSON.stringify(value).replace(/([}\]])$/, ',$1')}`),
  ],
  [
    'with its keys in reverse',
    compound(
      (value) =>
        `ANSWER: ${JSON.stringify(isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value)}`,
    ),
  ],
]

/** The answer line written in the other forms that docs/scoring.md lists. */
export const lines: Rewrite = ({ subject: { task } }) => {
  const expected = task.expected_final_answer
  if (expected === undefined || sourcesOf(expected).length === 0 || !asksForLine(task.prompt)) return []
  return FORMS.map(([how, write]) => ({
    how: `with the answer ${how}`,
    script: {
      turns: inTurn(movesOf(task)),
      answer: (outputOf) => {
        const value = resolve(expected, outputOf)
        return value === undefined ? null : (write(value) ?? `ANSWER: ${JSON.stringify(value)}`)
      },
    },
  }))
}
