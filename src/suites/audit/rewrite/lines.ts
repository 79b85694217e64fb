import { listSources } from '../../../schema/binding.ts'
import { asksForLine } from '../../../scoring/answers/line.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import { resolve } from '../../../tasks/bindings.ts'
import { movesOf, putInTurns } from '../mutate/script.ts'
import type { Rewrite } from './rewrite.ts'

const PROSE = 'I looked everything up, and here is what I found: it took 3 calls.'

type LineForm = (value: Json) => string | undefined

/** A form of a single value, but for a text of several lines. */
const createSingleForm =
  (write: (value: string) => string): LineForm =>
  (value) =>
    typeof value === 'object' || /[\n"'`*]/.test(String(value)) ? undefined : write(String(value))

const createCompoundForm =
  (write: (value: Json) => string): LineForm =>
  (value) =>
    typeof value === 'object' && value !== null ? write(value) : undefined

const FORMS: readonly (readonly [how: string, write: LineForm])[] = [
  ['in bold type', createSingleForm((value) => `**ANSWER:** ${value}`)],
  ['after "Final answer:"', createSingleForm((value) => `Final answer: ${value}`)],
  ['on the line below', createSingleForm((value) => `ANSWER:\n${value}`)],
  ['in quotes', createSingleForm((value) => `ANSWER: "${value}"`)],
  ['as code', createSingleForm((value) => `ANSWER: \`${value}\``)],
  ['as an object', createSingleForm((value) => `ANSWER: ${JSON.stringify({ answer: value })}`)],
  ['after prose', createSingleForm((value) => `${PROSE}\n\nANSWER: ${value}`)],
  ['before a greeting', createSingleForm((value) => `ANSWER: ${value}\n\nLet me know if you need more.`)],
  [
    'in a fence',
    createCompoundForm((value) => `ANSWER:\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``),
  ],
  ['in bold type', createCompoundForm((value) => `**ANSWER:** ${JSON.stringify(value)}`)],
  [
    'over several lines',
    createCompoundForm((value) => `${PROSE}\n\nANSWER: ${JSON.stringify(value, null, 2)}`),
  ],
  [
    'with a trailing comma',
    createCompoundForm((value) => `ANSWER: ${JSON.stringify(value).replace(/([}\]])$/, ',$1')}`),
  ],
  [
    'with its keys in reverse',
    createCompoundForm(
      (value) =>
        `ANSWER: ${JSON.stringify(isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value)}`,
    ),
  ],
]

/** The answer line written in the other forms that docs/scoring.md lists. */
export const rewriteLines: Rewrite = ({ subject: { task } }) => {
  const expected = task.expected_final_answer
  if (expected === undefined || listSources(expected).length === 0 || !asksForLine(task)) return []
  return FORMS.map(([how, write]) => ({
    how: `with the answer ${how}`,
    script: {
      turns: putInTurns(movesOf(task)),
      answer: (outputOf) => {
        const value = resolve(expected, outputOf)
        return value === undefined ? null : (write(value) ?? `ANSWER: ${JSON.stringify(value)}`)
      },
    },
  }))
}
