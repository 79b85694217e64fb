import { messageOf } from '../../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { parseJson } from '../../shared/parse-json.ts'
import { isFields } from './fields.ts'
import { cutText, describe, ImportProblem } from './problem.ts'

/** A value as JSON would carry it. Throws for what JSON cannot hold. */
export function importedJson(value: unknown, what: string): Json {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (error) {
    throw new ImportProblem(`${what} cannot be written as JSON: ${messageOf(error)}.`, { cause: error })
  }
  if (text === undefined) throw new ImportProblem(`${what} is ${describe(value)}, which JSON cannot hold.`)
  return parseJson(text)
}

/** Whether JSON text would lose digits of a number when it is read. */
const losesDigits = (value: Json): boolean =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)

/** What a text says: the value where it is JSON, else the text itself. */
export function parseText(text: string): Json {
  try {
    const value = parseJson(text)
    return losesDigits(value) ? text : value
  } catch {
    return text
  }
}

/** Arguments of a call, and why they are none where the model wrote what is no JSON object. */
export interface ReadArguments {
  arguments: JsonObject
  problem?: string
}

/**
 * Reads the arguments of a call. Text that is no JSON object may come from a model, so it is a `problem` of the
 * call; blank text is an empty object, as models write it for tools without parameters. Throws for anything
 * that no model can have written.
 */
export function readArguments(value: unknown, call: string): ReadArguments {
  if (typeof value === 'string') {
    if (value.trim() === '') return { arguments: {} }
    let parsed: Json
    try {
      parsed = parseJson(value)
    } catch {
      return { arguments: {}, problem: `the arguments are not JSON: ${cutText(value)}` }
    }
    if (isObject(parsed)) return { arguments: parsed }
    return { arguments: {}, problem: `the arguments are not a JSON object: ${cutText(value)}` }
  }
  if (!isFields(value)) {
    throw new ImportProblem(
      `the arguments of ${call} are ${value === undefined ? 'missing' : describe(value)}. Give an object, or its JSON text.`,
    )
  }
  const json = importedJson(value, `the arguments of ${call}`)
  if (isObject(json)) return { arguments: json }
  throw new ImportProblem(`the arguments of ${call} are ${describe(json)}. Give an object, or its JSON text.`)
}
