import type { Fields } from './fields.ts'
import { isFields, textField } from './fields.ts'
import { importedJson } from './json.ts'
import { failure, type ImportedOutcome, readFailure, readToolAnswer } from './outcome.ts'

/** A call that was waiting for a person's approval, or did not get it: it was not made. */
export const notApproved = (reason: unknown, fallback: string): ImportedOutcome =>
  failure(typeof reason === 'string' && reason !== '' ? reason : fallback, 403, 'not_approved')

const DENIED = 'the call was denied'

/** Outcome of the typed outputs that messages carry: `{type, value}`. */
function readTyped(tool: string, { type, value, reason }: Fields): ImportedOutcome {
  if (type === 'error-text' || type === 'error-json') return readFailure(tool, value)
  if (type === 'execution-denied') return notApproved(reason, DENIED)
  if (type !== 'json') return readToolAnswer(tool, value ?? null)
  // A text that is marked as JSON is a text, whatever it spells.
  return typeof value === 'string'
    ? { status: 200, result: importedJson(value, `the result of ${tool}`) }
    : readToolAnswer(tool, value ?? null)
}

const TYPED = ['text', 'json', 'content', 'error-text', 'error-json']

/** Outcome of a `tool-result` part of a message: typed since version 5, plain before. */
export function readResultPart(tool: string, part: Fields): ImportedOutcome {
  const { output } = part
  if (isFields(output) && output.type === 'execution-denied') return readTyped(tool, output)
  if (isFields(output) && TYPED.includes(output.type as string) && 'value' in output)
    return readTyped(tool, output)
  const value = 'output' in part ? output : part.result
  return part.isError === true ? readFailure(tool, value) : readToolAnswer(tool, value ?? null)
}

/** Arguments of a call: `input` since version 5, `args` before. */
export const inputOf = (part: Fields): unknown => ('input' in part ? part.input : part.args)

/** Why a call that is marked as invalid could not be made. */
export function invalidity(part: Fields): string | undefined {
  if (part.invalid !== true) return undefined
  const { error } = part
  if (typeof error === 'string' && error !== '') return error
  const told = isFields(error) ? textField(error, 'message') : undefined
  return told ?? 'the arguments do not fit the tool'
}
