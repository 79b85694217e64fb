import { bindingKey } from '../../schema/binding.ts'
import type { Json } from '../../shared/json.ts'
import { type AnswerForm, answeredIn, grouped, isPlainNumber, joined, plainly } from './answer-entries.ts'
import type { Rewrite } from './rewrite.ts'

/** A list or object as JSON, a blank or a new line after every comma; anything else as it is. */
const asJson = (value: Json): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : plainly(value)

/** A number with a zero more after the point, which says no more. */
function withZero(value: Json): string {
  if (!isPlainNumber(value)) return plainly(value)
  return Number.isInteger(value) ? `${value}.0` : `${value}0`
}

const FORMS: readonly AnswerForm[] = [
  ['without the marker', (entries) => joined(entries, '; ')],
  ['after a marker in small letters', (entries) => `Answer: ${joined(entries, '; ')}`],
  [
    'in bold type',
    (entries) => `Done.\n\n**ANSWER:** ${joined(entries, ', ', (value) => `**${plainly(value)}**`)}`,
  ],
  ['on a line of its own', (entries) => `ANSWER:\n${joined(entries, '\n')}`],
  [
    'after a marker that was named before',
    (entries) => `I close with ANSWER: as you asked.\n\nANSWER: ${joined(entries, ', ')}`,
  ],
  ['joined by commas', (entries) => `ANSWER: ${joined(entries, ', ')}`],
  ['joined by "and", in a sentence', (entries) => `ANSWER: The result is ${joined(entries, ' and ')}.`],
  [
    'with labels',
    (entries) => `ANSWER: ${entries.map(({ label, value }) => `${label}: ${plainly(value)}`).join(', ')}`,
  ],
  [
    'as a list',
    (entries) => `ANSWER:\n${entries.map(({ label, value }) => `- ${label}: ${plainly(value)}`).join('\n')}`,
  ],
  ['in quotes', (entries) => `ANSWER: ${joined(entries, ', ', (value) => `"${plainly(value)}"`)}`],
  ['as code', (entries) => `ANSWER: ${joined(entries, ', ', (value) => `\`${plainly(value)}\``)}`],
  ['as JSON', (_, value) => `ANSWER: ${asJson(value)}`],
  ['as JSON on one line', (_, value) => `ANSWER: ${asJson(value).replace(/\n\s*/g, ' ')}`],
  [
    'with thousands separators',
    (entries) => `ANSWER: ${joined(entries, '; ', (value) => grouped(value, ','))}`,
  ],
  ['with a zero more', (entries) => `ANSWER: ${joined(entries, '; ', withZero)}`],
  [
    'with words after it',
    (entries) => `ANSWER: ${joined(entries, '; ')}\nLet me know if there is more that I can do for you.`,
  ],
]

const LAST_FIRST: AnswerForm = [
  'the last value first',
  (entries) => `ANSWER: ${joined(entries.toReversed(), '; ')}`,
]

/** The answer as people write it; in another order only where none is asked for. */
export const answerForms: Rewrite = {
  name: 'answer-forms',
  rewrites(context) {
    const isFree = bindingKey(context.subject.task.expected_final_answer ?? null) === '$unordered'
    return answeredIn(context, isFree ? [...FORMS, LAST_FIRST] : FORMS)
  },
}
