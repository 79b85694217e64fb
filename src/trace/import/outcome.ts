import { ERROR_CODES, MALFORMED, type ToolErrorBody } from '../../schema/tool.ts'
import type { Json } from '../../shared/json.ts'
import { type Fields, isAbsent, isFields, textField } from './fields.ts'
import { importedJson, parseText } from './json.ts'
import { answerIn, saidIn } from './parts.ts'

/** How a call ended. */
export type ImportedOutcome = { status: number; result: Json } | { status: number; error: ToolErrorBody }

const FAILED = 500

const STATUSES = new Map([
  ...Object.entries(ERROR_CODES).map(([status, code]) => [code as string, Number(status)] as const),
  [MALFORMED, 400] as const,
])

/** A failure of a call that has no status of its own. */
export const failure = (message: string, status = FAILED, code = 'error'): ImportedOutcome => ({
  status,
  error: { code, message },
})

/** A call whose arguments are no JSON object: the model's mistake. */
export const badArguments = (message: string): ImportedOutcome => failure(message, 400, MALFORMED)

const isFailure = (status: unknown): status is number =>
  typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599

/**
 * An error of ours: `{"error":{"code","message"}}` and nothing else, as the wire and the adapters write it, or a
 * `ToolCallError` with its body.
 */
function ownError(value: unknown): ImportedOutcome | undefined {
  if (!isFields(value)) return undefined
  const isThrown = value.name === 'ToolCallError'
  const body = isThrown ? value.body : Object.keys(value).length === 1 ? value.error : undefined
  if (!isFields(body)) return undefined
  const { code, message, parameter } = body
  if (typeof code !== 'string' || code === '' || typeof message !== 'string') return undefined
  return {
    status: isThrown && isFailure(value.status) ? value.status : (STATUSES.get(code) ?? FAILED),
    error: { code, message, ...(typeof parameter === 'string' ? { parameter } : {}) },
  }
}

/** The text of a `ToolCallError` about this tool, also where a framework put `Error: ` before it. */
function thrownError(tool: string, text: string): ImportedOutcome | undefined {
  const match = /^(?:\w*Error: )?(\S+) answered ([45]\d\d) (\S+): (.*)/.exec(text)
  if (match === null || match[1] !== tool) return undefined
  return failure(match[4] as string, Number(match[2]), match[3] as string)
}

/** The result of an MCP tool that says of itself that it is an error. */
const markedError = (value: unknown): value is Fields =>
  isFields(value) && value.isError === true && Array.isArray(value.content)

function messageIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return value.message
  if (markedError(value)) return saidIn(value.content)
  if (isFields(value)) {
    const message = textField(value, 'message', 'error', 'errorText')
    if (message !== undefined) return message
    if (isFields(value.error)) return messageIn(value.error)
  }
  if (isAbsent(value) || (isFields(value) && Object.keys(value).length === 0)) return 'the call failed'
  return JSON.stringify(importedJson(value, 'an error'))
}

/** Reads what failed, keeping code and status where they are told. */
export function readFailure(tool: string, value: unknown): ImportedOutcome {
  const answer = answerIn(value)
  const parsed = typeof answer === 'string' ? parseText(answer) : answer
  const message = messageIn(typeof answer === 'string' && !isFields(parsed) ? answer : parsed)
  return ownError(parsed) ?? thrownError(tool, message) ?? failure(message)
}

/**
 * Reads what a tool answered. JSON text is parsed and other text stays a string. An error of ours counts as one
 * wherever it stands, and so does an MCP result with `isError`.
 */
export function readToolAnswer(tool: string, value: unknown): ImportedOutcome {
  const answer = answerIn(value)
  const result =
    typeof answer === 'string' ? parseText(answer) : importedJson(answer, `the result of ${tool}`)
  const own = ownError(result) ?? (typeof answer === 'string' ? thrownError(tool, answer) : undefined)
  if (own !== undefined) return own
  return markedError(result) ? readFailure(tool, result) : { status: 200, result }
}
