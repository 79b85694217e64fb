import { get } from '@hyperjump/json-pointer'
import type { z } from 'zod'
import { lazily } from '../../schema/lazily.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'

const referenceSchema = lazily((z) =>
  z.strictObject({
    /** The call by its position in the attempt, from 1. */
    $from: z.string().regex(/^call_[1-9]\d*$/),
    /** JSON Pointer into its output; empty for all of it. */
    at: z.string().regex(/^(\/.*)?$/),
  }),
)

function follow(
  { $from, at }: z.infer<ReturnType<typeof referenceSchema>>,
  outputs: ReadonlyMap<string, Json>,
): Json {
  const output = outputs.get($from)
  if (output === undefined) throw new TracewrightError(`${$from} gave no result before this call`)
  let value: unknown
  try {
    value = get(at)(output)
  } catch {
    value = undefined
  }
  if (value === undefined) throw new TracewrightError(`the result of ${$from} has nothing at "${at}"`)
  return value as Json
}

function resolveValue(value: Json, outputs: ReadonlyMap<string, Json>): Json {
  if (Array.isArray(value)) return value.map((item) => resolveValue(item, outputs))
  if (!isObject(value)) return value
  const reference = referenceSchema().safeParse(value)
  return reference.success ? follow(reference.data, outputs) : resolveReferences(value, outputs)
}

/**
 * Arguments with the values that their references stand for. A reference is `{"$from":"call_1","at":"/x"}`: the value at
 * the JSON Pointer in the result of the attempt's first call. Ids that a call makes can be others in the attempt than
 * they were while the agent explored, so a value that an earlier call of the attempt gives is best written so.
 *
 * @param outputs Results so far, by `call_<position>`
 * @throws TracewrightError where a reference leads nowhere; the message is the end of a sentence
 */
export const resolveReferences = (args: JsonObject, outputs: ReadonlyMap<string, Json>): JsonObject =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, resolveValue(value, outputs)]))
