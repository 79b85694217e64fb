import { bindingKey, isText } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import { type OutputOf, resolve } from '../../scoring/bindings.ts'
import type { GoldRun } from '../../scoring/gold-run.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { type Move, movesOf } from '../mutate/script.ts'
import { type Rewrite, scriptInTurn } from './rewrite.ts'

/** Characters that a text may have in any case, and what is left of them beside values and filling. */
const ROOM = 2000
const MARGIN = 100
const FILLER =
  'This was looked up a moment ago and nothing about it was changed, so please take it as it stands and pass it on. '

/** A text made anew: its bound values in their order, since nothing labels them, with other words between them. */
type Wording = (values: readonly Json[], room: number) => Json[]

const joined = (values: readonly Json[], between: string): Json[] =>
  values.flatMap((value, i) => (i === 0 ? [value] : [between, value]))

const WORDINGS: readonly (readonly [how: string, wording: Wording])[] = [
  ['nothing but the values', (values) => joined(values, '; ')],
  ['in a sentence', (values) => ['What you asked for is ', ...joined(values, ' and '), '.']],
  [
    'in labelled lines',
    (values) => ['Results\n', ...values.flatMap((value) => ['- value: ', value, '\n'] as Json[])],
  ],
  [
    'at length',
    (values, room) => {
      const filler = FILLER.repeat(Math.max(0, Math.floor(room / FILLER.length)))
      return [filler, 'Here it is: ', ...joined(values, ', then '), '.']
    },
  ],
  ['in quotes, with a reference of its own', (values) => ['Note 4471: "', ...joined(values, '", "'), '".']],
]

/** A value with every text worded otherwise. */
function worded(value: Json, reword: (parts: readonly Json[]) => Json[]): Json {
  if (bindingKey(value) === '$literal') return value
  if (isText(value)) return { $text: reword(value.$text as Json[]) }
  if (Array.isArray(value)) return value.map((item) => worded(item, reword))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, worded(item, reword)]))
}

const isBound = (part: Json): boolean => typeof part === 'object' && part !== null

const lengthOf = (parts: readonly Json[], outputOf: OutputOf): number =>
  parts.reduce<number>((sum, part) => {
    const value = typeof part === 'string' ? part : (resolve(part, outputOf) ?? '')
    return sum + (typeof value === 'string' ? value : JSON.stringify(value)).length
  }, 0)

/** The parts of a text made anew; a text that states no value, or has no room for other words, stays as it is. */
const inWording =
  (wording: Wording, { outputOf }: GoldRun) =>
  (parts: readonly Json[]): Json[] => {
    const values = parts.filter(isBound)
    const made = wording(values, ROOM - lengthOf(values, outputOf) - MARGIN)
    return values.length === 0 || lengthOf(made, outputOf) > ROOM ? [...parts] : made
  }

const textsIn = (task: Task): boolean => JSON.stringify(task.expected_trace).includes('"$text"')

/** Texts that carry values in other words. */
export const wordings: Rewrite = {
  name: 'wordings',
  rewrites({ subject: { task }, gold }) {
    if (!textsIn(task)) return []
    return WORDINGS.map(([how, wording]) => ({
      how: `with its texts worded otherwise: ${how}`,
      unless: 'failure',
      script: scriptInTurn(
        task,
        movesOf(task).map(
          (move): Move => ({
            ...move,
            arguments: worded(move.arguments, inWording(wording, gold)) as JsonObject,
          }),
        ),
      ),
    }))
  },
}
