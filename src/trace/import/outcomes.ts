import { ERROR_CODES, MALFORMED, type ToolErrorBody } from '../../schema/tool.ts'
import type { Call, Trace, Usage } from '../../schema/trace.ts'
import { dropUndefinedFields, type Json, type JsonObject } from '../../shared/json.ts'
import type { OfferedTool } from './offered-tools.ts'
import {
  convertToImportedJson,
  cutText,
  type Fields,
  ImportProblem,
  isAbsent,
  isFields,
  joinSaid,
  parseAnswer,
  parseText,
  readTextField,
} from './values.ts'

/** Formats that a trace can be read from. */
export type TraceFormat =
  | 'tracewright'
  | 'openai-chat'
  | 'openai-responses'
  | 'langchain'
  | 'langsmith'
  | 'langfuse'
  | 'anthropic'
  | 'claude-agent'
  | 'bedrock'
  | 'gemini'
  | 'ai-sdk'
  | 'ai-sdk-telemetry'
  | 'openinference'
  | 'otel-genai'
  | 'call-list'

/** A trace, its format, and what the source lacks. */
export interface ImportedTrace {
  /** The trace. */
  trace: Trace
  /** The format of the source. */
  format: TraceFormat
  /** Ids of calls whose outcome was not stored. */
  unknown: string[]
  /** True if the source lacks the order of calls: each call is a turn of its own. */
  bare: boolean
  /** The user's messages; empty if the conversation lacks them. */
  prompts: string[]
  /** Number of prompts before the first call of the trace, whose calls it lacks; absent if none. */
  earlier?: number
  /** The offered tools, if the source has them; else empty. */
  tools: OfferedTool[]
}

/** What a format tells of an agent's work; with a `format` where the list alone does not tell it. */
export interface ImportReading
  extends Pick<ImportedTrace, 'unknown' | 'bare'>,
    Partial<Pick<ImportedTrace, 'format' | 'prompts' | 'earlier' | 'tools'>>,
    Pick<Trace, 'calls' | 'final_answer'> {
  usage?: Usage
}

export interface ListFormat {
  name: TraceFormat
  /** Whether one item can be of this format. Some items, such as a user's message, fit several. */
  fits(item: unknown): boolean
  /**
   * Reads a list of which every item fits.
   *
   * @param said How many messages the user had sent when each item came, in a conversation of several
   */
  read(list: readonly Fields[], usage?: unknown, said?: readonly number[]): ImportReading
}

export type Tokens = { input: number; output: number }

const INPUT_TOKENS =
  'input_tokens inputTokens prompt_tokens promptTokens promptTokenCount prompt_token_count input'
const OUTPUT_TOKENS =
  'output_tokens outputTokens completion_tokens completionTokens candidatesTokenCount candidates_token_count output'

/** Tokens under any of the known names; undefined where none are reported. */
export function readTokens(usage: unknown): Tokens | undefined {
  if (!isFields(usage)) return undefined
  const [input, output] = [INPUT_TOKENS, OUTPUT_TOKENS].map((names) =>
    names
      .split(' ')
      .map((name) => (isFields(usage[name]) ? usage[name].total : usage[name]))
      .find((tokens): tokens is number => Number.isSafeInteger(tokens) && (tokens as number) >= 0),
  )
  return input === undefined && output === undefined ? undefined : { input: input ?? 0, output: output ?? 0 }
}

/** The sum of what single answers took. */
export const sumUsage = (tokens: readonly Tokens[], modelCalls: number): Usage => ({
  input_tokens: tokens.reduce((sum, { input }) => sum + input, 0),
  output_tokens: tokens.reduce((sum, { output }) => sum + output, 0),
  model_calls: modelCalls,
})

type Failure = { status: number; error: ToolErrorBody }
export type ImportedOutcome = { status: number; result: Json } | Failure

const FAILED = 500

const STATUSES: ReadonlyMap<string, number> = new Map([
  ...Object.entries(ERROR_CODES).map(([status, code]) => [code as string, Number(status)] as const),
  [MALFORMED, 400] as const,
])

const buildFailure = (message: string, status = FAILED, code = 'error'): Failure => ({
  status,
  error: { code, message },
})

/** A call whose arguments are not a JSON object: the model's mistake. */
export const buildBadArguments = (message: string): Failure => buildFailure(message, 400, MALFORMED)

const isFailureStatus = (status: unknown): status is number =>
  Number.isInteger(status) && (status as number) >= 400 && (status as number) <= 599

/**
 * An error of ours: `{"error":{"code","message"}}` and nothing else, as the wire and the adapters write it, or a
 * `ToolCallError` with its body.
 */
function readOwnError(value: unknown): Failure | undefined {
  if (!isFields(value)) return undefined
  const isThrown = value.name === 'ToolCallError'
  const body = isThrown ? value.body : Object.keys(value).length === 1 ? value.error : undefined
  if (!isFields(body)) return undefined
  const { code, message, parameter } = body
  if (typeof code !== 'string' || code === '' || typeof message !== 'string') return undefined
  return {
    status: isThrown && isFailureStatus(value.status) ? value.status : (STATUSES.get(code) ?? FAILED),
    error: { code, message, ...(typeof parameter === 'string' ? { parameter } : {}) },
  }
}

/** The text of a `ToolCallError` about this tool, also where a framework put `Error: ` before it. */
function parseThrownError(tool: string, text: unknown): Failure | undefined {
  if (typeof text !== 'string') return undefined
  const [, name, status, code, message] =
    /^(?:\w*Error: )?(\S+) answered ([45]\d\d) (\S+): (.*)/.exec(text) ?? []
  return name === tool ? buildFailure(message as string, Number(status), code) : undefined
}

function readMessage(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return value.message
  if (Array.isArray(value)) return value.map(readMessage).join('\n')
  if (isFields(value)) {
    if (Array.isArray(value.content)) return joinSaid(value.content)
    const message = readTextField(value, 'message error errorText error_message error_code')
    if (message !== undefined) return message
    if (isFields(value.error)) return readMessage(value.error)
  }
  if (isAbsent(value) || (isFields(value) && Object.keys(value).length === 0)) return 'the call failed'
  return JSON.stringify(convertToImportedJson(value, 'an error'))
}

/** Reads what failed, keeping code and status where they are told. */
export function readFailure(tool: string, value: unknown): Failure {
  const answer = parseAnswer(value)
  const parsed = typeof answer === 'string' ? parseText(answer) : answer
  const message = readMessage(isFields(parsed) ? parsed : answer)
  return readOwnError(parsed) ?? parseThrownError(tool, message) ?? buildFailure(message)
}

/** A result that says of itself that it is an error, as those of MCP and of tools that Anthropic runs do. */
const isMarkedError = (value: unknown): boolean =>
  isFields(value) &&
  ((value.isError === true && Array.isArray(value.content)) || /_tool_result_error$/.test(String(value.type)))

/**
 * Reads what a tool answered. JSON text is parsed and other text stays a string. An error of ours counts as one
 * wherever it stands, and so does a result that is marked as one.
 */
export function readToolAnswer(tool: string, value: unknown): ImportedOutcome {
  const answer = parseAnswer(value)
  const result =
    typeof answer === 'string' ? parseText(answer) : convertToImportedJson(answer, `the result of ${tool}`)
  if (isMarkedError(result)) return readFailure(tool, result)
  return readOwnError(result) ?? parseThrownError(tool, answer) ?? { status: 200, result }
}

/** How a call ended: with what its tool gave, with what it failed with, or refused by a person, for a reason. */
export type Ending = { result: unknown } | { failure: unknown } | { refusal: string }

export function readEnding(tool: string, ending: Ending): ImportedOutcome {
  if ('refusal' in ending) return buildFailure(ending.refusal, 403, 'not_approved')
  return 'failure' in ending ? readFailure(tool, ending.failure) : readToolAnswer(tool, ending.result ?? null)
}

/** A call as far as it is known; without an outcome where none was stored. */
export interface DraftCall {
  id: string | undefined
  tool_name: string
  arguments: JsonObject
  outcome?: ImportedOutcome
  turn?: number | undefined
  user_turn?: number | undefined
  started?: number
  ended?: number
}

/** Whole calls of drafts, and which of them have no stored outcome. A call without an id, or with that of another, gets one. */
export function finishCalls(drafts: readonly DraftCall[]): Pick<ImportReading, 'calls' | 'unknown'> {
  const ids = new Set(drafts.map(({ id }) => id))
  const used = new Set<string>()
  const unknown: string[] = []
  const calls = drafts.map(({ tool_name, arguments: args, outcome, turn, user_turn, ...draft }, i): Call => {
    let id = draft.id === undefined || used.has(draft.id) ? `${draft.id ?? 'call'}_${i + 1}` : draft.id
    while (id !== draft.id && (ids.has(id) || used.has(id))) id = `${id}_`
    used.add(id)
    if (outcome === undefined) unknown.push(id)
    return {
      id,
      tool_name,
      arguments: args,
      ...(outcome ?? { status: 200 }),
      ...dropUndefinedFields({ turn, user_turn }),
      started: draft.started ?? 0,
      ended: draft.ended ?? 0,
    }
  })
  return { calls, unknown }
}

/** Throws where two calls have one id. */
export function checkIds(ids: readonly string[], advice = ''): void {
  const seen = new Set<string>()
  for (const id of ids) {
    if (seen.has(id))
      throw new ImportProblem(`the call id ${JSON.stringify(cutText(id))} is used twice.${advice}`)
    seen.add(id)
  }
}
