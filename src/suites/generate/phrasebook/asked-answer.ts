import type { Json, JsonObject } from '../../../shared/json.ts'
import type { PhrasedAnswer, PhrasedLeaf, PhrasedValue } from '../../../tools/builtin/phrases.ts'
import type { AskedAnswer, AskedValue } from '../../../tools/content/answer-request.ts'

/** The binding of an output leaf of a step. */
const leafBinding = (step: string, leaf: PhrasedLeaf): JsonObject =>
  typeof leaf === 'string'
    ? { $from: step, at: leaf }
    : { $from: step, at: leaf.at, via: leaf.via.map((change): Json => change) }

/** What a phrased answer grades of a step's output. */
export function askedAnswer(step: string, answer: PhrasedAnswer): AskedAnswer {
  const asked = ({ at, gives }: PhrasedValue): AskedValue => ({ value: leafBinding(step, at), gives })
  if (!('fields' in answer)) return asked(answer)
  return {
    fields: Object.fromEntries(Object.entries(answer.fields).map(([key, value]) => [key, asked(value)])),
  }
}
