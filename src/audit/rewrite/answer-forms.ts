import { bindingKey, sourcesOf } from '../../schema/binding.ts'
import { resolve } from '../../scoring/bindings.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { inTurn, movesOf } from '../mutate/script.ts'
import type { Rewrite } from './rewrite.ts'

/** A value of an answer with the key that it stands under. */
interface Entry {
  label: string
  value: Json
}

/** A figure for a number would be read as one where a value equals it: "1: Monday, 2: 1". */
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth']

/** The scalars of an answer; items of a list are labelled by their place. */
function entriesOf(value: Json, label = 'Result'): Entry[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => entriesOf(item, ORDINALS[i] ?? `item ${i + 1}`))
  if (isObject(value)) return Object.entries(value).flatMap(([key, item]) => entriesOf(item, key))
  return [{ label, value }]
}

const plainly = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const joined = (entries: readonly Entry[], between: string, write = plainly): string =>
  entries.map(({ value }) => write(value)).join(between)

const isPlainNumber = (value: Json): value is number =>
  typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(String(value))

/** A list or object as JSON, a blank or a new line after every comma; anything else as it is. */
const asJson = (value: Json): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : plainly(value)

/** 1234567.891 as 1,234,567.891. */
function grouped(value: Json): string {
  if (!isPlainNumber(value)) return plainly(value)
  const [whole = '', fraction] = String(value).split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

/** A number with a zero more after the point, which says no more. */
function withZero(value: Json): string {
  if (!isPlainNumber(value)) return plainly(value)
  return Number.isInteger(value) ? `${value}.0` : `${value}0`
}

const FORMS: readonly (readonly [how: string, write: (entries: readonly Entry[], value: Json) => string])[] =
  [
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
      (entries) =>
        `ANSWER:\n${entries.map(({ label, value }) => `- ${label}: ${plainly(value)}`).join('\n')}`,
    ],
    ['in quotes', (entries) => `ANSWER: ${joined(entries, ', ', (value) => `"${plainly(value)}"`)}`],
    ['as code', (entries) => `ANSWER: ${joined(entries, ', ', (value) => `\`${plainly(value)}\``)}`],
    ['as JSON', (_, value) => `ANSWER: ${asJson(value)}`],
    ['as JSON on one line', (_, value) => `ANSWER: ${asJson(value).replace(/\n\s*/g, ' ')}`],
    ['with thousands separators', (entries) => `ANSWER: ${joined(entries, '; ', grouped)}`],
    ['with a zero more', (entries) => `ANSWER: ${joined(entries, '; ', withZero)}`],
    [
      'with words after it',
      (entries) => `ANSWER: ${joined(entries, '; ')}\nLet me know if there is more that I can do for you.`,
    ],
  ]

const LAST_FIRST: (typeof FORMS)[number] = [
  'the last value first',
  (entries) => `ANSWER: ${joined(entries.toReversed(), '; ')}`,
]

/** The answer as people write it; in another order only where none is asked for. */
export const answerForms: Rewrite = {
  name: 'answer-forms',
  rewrites({ subject: { task } }) {
    const expected = task.expected_final_answer
    if (expected === undefined || sourcesOf(expected).length === 0) return []
    const forms = bindingKey(expected) === '$unordered' ? [...FORMS, LAST_FIRST] : FORMS
    return forms.map(([how, write]) => ({
      how: `with the answer ${how}`,
      script: {
        turns: inTurn(movesOf(task)),
        answer: (outputOf) => {
          const value = resolve(expected, outputOf)
          return value === undefined ? null : write(entriesOf(value), value)
        },
      },
    }))
  },
}
