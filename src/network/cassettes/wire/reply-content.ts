import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import type { ModelCall } from '../../../trace/said-turns.ts'

/** What a reply of a model says, whatever its format. */
export interface ReplyContent {
  model?: string
  input_tokens: number
  output_tokens: number
  calls: ModelCall[]
}

/** Reads the objects of a reply, several where it was streamed; undefined where they are of another format. */
export type Reader = (objects: readonly JsonObject[]) => ReplyContent | undefined

export const objectAt = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})
export const listAt = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []
export const textAt = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
export const countAt = (value: Json | undefined): number =>
  typeof value === 'number' && value > 0 ? Math.round(value) : 0

/** Arguments as the model spelt them; none where it did not spell an object. */
function argumentsAt(value: Json | undefined): JsonObject {
  if (typeof value !== 'string') return objectAt(value)
  try {
    return objectAt(JSON.parse(value) as Json)
  } catch {
    return {}
  }
}

/** A call, without an id where the reply has none. */
export const saidCall = (
  id: Json | undefined,
  name: Json | undefined,
  args: Json | undefined,
): ModelCall[] => {
  const [known, called] = [textAt(id), textAt(name)]
  if (called === undefined) return []
  return [{ ...(known === undefined ? {} : { id: known }), name: called, arguments: argumentsAt(args) }]
}

/** The content of a reply, without a model where the reply names none. */
export const replyContent = (
  model: Json | undefined,
  input: number,
  output: number,
  calls: ModelCall[],
): ReplyContent => {
  const name = textAt(model)
  return { ...(name === undefined ? {} : { model: name }), input_tokens: input, output_tokens: output, calls }
}
