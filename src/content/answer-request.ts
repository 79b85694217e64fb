import type { Json, JsonObject } from '../shared/json.ts'
import type { Rng } from '../shared/rng.ts'
import words from './requests/answers.json' with { type: 'json' }
import { put } from './requests.ts'
import { listed } from './wording.ts'

/** A value that an answer gives. */
export interface AskedValue {
  /** A binding. */
  value: Json
  /** Noun phrase for it: `the air temperature in celsius, unrounded`. */
  gives: string
}

/** What an answer is graded by, and how the prompt asks for it: one value, or several, each under a key. */
export type AskedAnswer = AskedValue | { fields: Readonly<Record<string, AskedValue>> }

/** What a task expects as its answer. */
export function expectedAnswer(asked: AskedAnswer): Json {
  if (!('fields' in asked)) return asked.value
  return Object.fromEntries(
    Object.entries(asked.fields).map(([key, { value }]) => [key, value]),
  ) satisfies JsonObject
}

/** Every way to ask for an answer. */
export function answerRequests(asked: AskedAnswer): string[] {
  if (!('fields' in asked)) return words.one.map((way) => put(way, { gives: asked.gives }))
  return words.fields.map((way, i) => {
    const fields = Object.entries(asked.fields).map(([key, { gives }]) =>
      put(words.field[i] ?? '', { key, gives }),
    )
    return put(way, { fields: listed(fields) })
  })
}

/** A sentence that asks for an answer; the first way there is unless one is drawn. */
export function answerRequest(asked: AskedAnswer, rng?: Rng): string {
  const ways = answerRequests(asked)
  return rng === undefined ? (ways[0] as string) : rng.pick(ways)
}
