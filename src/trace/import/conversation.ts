import { ERROR_CODES, MALFORMED, type ToolErrorBody } from '../../schema/tool.ts'
import type { Call, Trace, Usage } from '../../schema/trace.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import type { OfferedTool } from './offered-tools.ts'
import {
  convertToImportedJson,
  cutText,
  describe,
  type Fields,
  ImportProblem,
  isAbsent,
  isFields,
  joinSaid,
  parseAnswer,
  parseText,
  readArguments,
  readTextField,
} from './values.ts'

/** Shapes that a trace can be read from. */
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

/** A trace, what it was read from, and what was not known about it. */
export interface ImportedTrace {
  trace: Trace
  format: TraceFormat
  /** Ids of calls whose outcome was not stored. */
  unknown: string[]
  /** True where nothing says when calls were made: each is taken as a turn of its own. */
  bare: boolean
  /** What the user said, message by message; empty where the conversation does not show it. */
  prompts: string[]
  /** How many of the prompts came before the work of the trace, which lacks their calls; absent without one. */
  earlier?: number
  /** Tools that the agent was offered, as far as it is told; empty where it is not. */
  tools: OfferedTool[]
}

/** What a format tells of an agent's work. */
export interface ImportReading {
  calls: Call[]
  unknown: string[]
  bare: boolean
  final_answer: string | null
  usage?: Usage
  prompts?: string[]
  earlier?: number
  tools?: OfferedTool[]
  /** The format itself, where the list alone does not tell it. */
  format?: TraceFormat
}

export interface ListFormat {
  name: TraceFormat
  /** Whether one item can be of this format. Some items, such as a user's message, fit several. */
  fits(item: unknown): boolean
  /** Reads a list of which every item fits. */
  read(list: readonly Fields[], usage?: unknown): ImportReading
}

export interface Tokens {
  input: number
  output: number
}

/** Names that the known formats give to tokens. */
const INPUT =
  'input_tokens inputTokens prompt_tokens promptTokens promptTokenCount prompt_token_count input'.split(' ')
const OUTPUT =
  'output_tokens outputTokens completion_tokens completionTokens candidatesTokenCount candidates_token_count output'.split(
    ' ',
  )

const count = (usage: Fields, names: readonly string[]): number | undefined =>
  names
    .map((name) => (isFields(usage[name]) ? usage[name].total : usage[name]))
    .find((tokens): tokens is number => Number.isSafeInteger(tokens) && (tokens as number) >= 0)

/** Tokens under any of the known names; undefined where none are reported. */
export function readTokens(usage: unknown): Tokens | undefined {
  if (!isFields(usage)) return undefined
  const [input, output] = [count(usage, INPUT), count(usage, OUTPUT)]
  return input === undefined && output === undefined ? undefined : { input: input ?? 0, output: output ?? 0 }
}

/** The sum of what single answers took. */
export const sumUsage = (tokens: readonly Tokens[], modelCalls: number): Usage => ({
  input_tokens: tokens.reduce((sum, { input }) => sum + input, 0),
  output_tokens: tokens.reduce((sum, { output }) => sum + output, 0),
  model_calls: modelCalls,
})

export type ImportedOutcome = { status: number; result: Json } | { status: number; error: ToolErrorBody }

const FAILED = 500

const STATUSES = new Map([
  ...Object.entries(ERROR_CODES).map(([status, code]) => [code as string, Number(status)] as const),
  [MALFORMED, 400] as const,
])

const buildFailure = (message: string, status = FAILED, code = 'error'): ImportedOutcome => ({
  status,
  error: { code, message },
})

/** A call whose arguments are not JSON object: the model's mistake. */
export const buildBadArguments = (message: string): ImportedOutcome => buildFailure(message, 400, MALFORMED)

const isFailure = (status: unknown): status is number =>
  typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599

/**
 * An error of ours: `{"error":{"code","message"}}` and nothing else, as the wire and the adapters write it, or a
 * `ToolCallError` with its body.
 */
function readOwnError(value: unknown): ImportedOutcome | undefined {
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
function parseThrownError(tool: string, text: string): ImportedOutcome | undefined {
  const match = /^(?:\w*Error: )?(\S+) answered ([45]\d\d) (\S+): (.*)/.exec(text)
  if (match === null || match[1] !== tool) return undefined
  return buildFailure(match[4] as string, Number(match[2]), match[3] as string)
}

/** A result that says of itself that it is an error, as those of MCP and of tools that Anthropic runs do. */
const isMarkedError = (value: unknown): value is Fields =>
  isFields(value) &&
  ((value.isError === true && Array.isArray(value.content)) || /_tool_result_error$/.test(String(value.type)))

function readMessage(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Error) return value.message
  if (isFields(value)) {
    if (Array.isArray(value.content)) return joinSaid(value.content)
    const message = readTextField(value, 'message', 'error', 'errorText', 'error_message', 'error_code')
    if (message !== undefined) return message
    if (isFields(value.error)) return readMessage(value.error)
  }
  if (isAbsent(value) || (isFields(value) && Object.keys(value).length === 0)) return 'the call failed'
  return JSON.stringify(convertToImportedJson(value, 'an error'))
}

/** Reads what failed, keeping code and status where they are told. */
export function readFailure(tool: string, value: unknown): ImportedOutcome {
  const answer = parseAnswer(value)
  const parsed = typeof answer === 'string' ? parseText(answer) : answer
  const message = readMessage(typeof answer === 'string' && !isFields(parsed) ? answer : parsed)
  return readOwnError(parsed) ?? parseThrownError(tool, message) ?? buildFailure(message)
}

/**
 * Reads what a tool answered. JSON text is parsed and other text stays a string. An error of ours counts as one
 * wherever it stands, and so does a result that is marked as one.
 */
export function readToolAnswer(tool: string, value: unknown): ImportedOutcome {
  const answer = parseAnswer(value)
  const result =
    typeof answer === 'string' ? parseText(answer) : convertToImportedJson(answer, `the result of ${tool}`)
  const failure =
    readOwnError(result) ?? (typeof answer === 'string' ? parseThrownError(tool, answer) : undefined)
  if (failure !== undefined) return failure
  return isMarkedError(result) ? readFailure(tool, result) : { status: 200, result }
}

/** Reads how a call of a tool ended. */
export type ReadOutcome = (tool: string) => ImportedOutcome

/** What a tool gave, or what it failed with. */
export const createAnswerReader =
  (value: unknown, isFailure = false): ReadOutcome =>
  (tool) =>
    isFailure ? readFailure(tool, value) : readToolAnswer(tool, value ?? null)

/** A call that was waiting for a person's approval, or did not get it: it was not made. */
export const createRefusalReader =
  (reason?: unknown, fallback = 'the call was not approved'): ReadOutcome =>
  () =>
    buildFailure(typeof reason === 'string' && reason !== '' ? reason : fallback, 403, 'not_approved')

/** A call as far as it is known; without an outcome where none was stored. */
export interface DraftCall {
  id: string | undefined
  tool_name: string
  arguments: JsonObject
  outcome?: ImportedOutcome
  turn?: number | undefined
  started?: number
  ended?: number
}

/** Ids of the calls. A call without an id gets one, and so does each one that repeats an id. */
function namesFor(drafts: readonly DraftCall[]): string[] {
  const ids = new Set(drafts.map(({ id }) => id))
  const names = new Set<string>()
  for (const [i, { id }] of drafts.entries()) {
    let name = id === undefined || names.has(id) ? `${id ?? 'call'}_${i + 1}` : id
    while (name !== id && (ids.has(name) || names.has(name))) name = `${name}_`
    names.add(name)
  }
  return [...names]
}

/** Whole calls of drafts, and which of them have no stored outcome. */
export function finishCalls(drafts: readonly DraftCall[]): Pick<ImportReading, 'calls' | 'unknown'> {
  const names = namesFor(drafts)
  const calls = drafts.map(
    ({ tool_name, arguments: args, outcome, turn, started = 0, ended = 0 }, i): Call => ({
      id: names[i] as string,
      tool_name,
      arguments: args,
      ...(outcome ?? { status: 200 }),
      ...(turn === undefined ? {} : { turn }),
      started,
      ended,
    }),
  )
  return { calls, unknown: names.filter((_, i) => drafts[i]?.outcome === undefined) }
}

export interface IssuedCall {
  id: unknown
  name: unknown
  arguments: unknown
  /** Why the call cannot have been made, where the message says so itself. */
  problem?: string | undefined
  /** Id of a call that was approved, and that this call carries out. */
  replaces?: unknown
}

/** Arguments of a call that cannot have been made anyway. */
const readLeniently = (value: unknown, label: string): { arguments: JsonObject } => ({
  arguments: isFields(value) || typeof value === 'string' ? readArguments(value, label).arguments : {},
})

const idOf = (id: unknown): string | undefined => (id === '' || isAbsent(id) ? undefined : String(id))

interface PendingCall extends DraftCall {
  turn: number
  /** Whether the model gave no arguments: a result then shows that the call was made all the same. */
  isEmpty: boolean
  /** Turn in which the result was seen. */
  answered: number | undefined
}

interface ImportedTurn {
  /** What was said after the last call of the turn. */
  said: string
  calls: number
  tokens: Tokens | undefined
}

/**
 * A conversation that is read message by message. An assistant message is a turn t. Its calls start at 2t and
 * end at 2t + 1, or with the turn during which a late result came in, so that nothing is fed by a result that
 * was not there yet.
 */
export class Conversation {
  private readonly turns: ImportedTurn[] = []
  private readonly calls: PendingCall[] = []
  /** Ids of calls by the approval that was asked for them. */
  private readonly waiting = new Map<unknown, unknown>()

  turn(usage?: unknown): void {
    this.turns.push({ said: '', calls: 0, tokens: readTokens(usage) })
  }

  say(text: string): void {
    this.current.said += text
  }

  /** Adds a call to the current turn. */
  call({ id, name, arguments: args, problem, replaces }: IssuedCall): PendingCall {
    const label = typeof name === 'string' && name !== '' ? `the call of ${cutText(name)}` : 'a call'
    if (typeof name !== 'string' || (name === '' && problem === undefined))
      throw new ImportProblem(`${label} has no name: it is ${describe(name)}.`)
    if (!isAbsent(id) && typeof id !== 'string' && typeof id !== 'number')
      throw new ImportProblem(`${label} has an id that is ${describe(id)}. Give it a text.`)
    const read =
      problem === undefined ? readArguments(args, label) : { ...readLeniently(args, label), problem }
    const replaced = this.calls.findIndex((other) => !isAbsent(replaces) && other.id === replaces)
    if (replaced >= 0) this.calls.splice(replaced, 1)
    this.approve(replaces)
    const call: PendingCall = {
      id: idOf(id),
      tool_name: name,
      arguments: read.arguments,
      isEmpty: isAbsent(args) || args === '',
      turn: this.turns.length - 1,
      ...(read.problem === undefined ? {} : { outcome: buildBadArguments(read.problem) }),
      answered: undefined,
    }
    this.calls.push(call)
    this.current.calls += 1
    this.current.said = ''
    return call
  }

  /**
   * Notes how a call ended. Of calls with one id the first unanswered one of the last turn is meant. A result without an
   * id, or one whose calls have none, answers the first unanswered call (of `tool`, where it is named). Throws for a
   * result of a call that nobody made, and for a second one.
   */
  answer(id: unknown, read: ReadOutcome, tool?: unknown): void {
    for (const [approval, call] of this.waiting) if (call === id) this.waiting.delete(approval)
    const known = idOf(id)
    const open = this.calls.filter(({ answered }) => answered === undefined)
    const same = open.filter((call) => known !== undefined && call.id === known)
    const call =
      same.find(({ turn }) => turn === same.at(-1)?.turn) ??
      this.calls.find((call) => known !== undefined && call.id === known) ??
      open.find(
        (call) =>
          (known === undefined || call.id === undefined) && (isAbsent(tool) || call.tool_name === tool),
      )
    if (call === undefined) {
      const what =
        known === undefined ? (isAbsent(tool) ? 'a call' : tool) : `the call ${JSON.stringify(known)}`
      throw new ImportProblem(
        `a result names ${cutText(String(what))}, which no earlier message calls. Give the whole conversation.`,
      )
    }
    this.settle(call, read)
  }

  /** Notes that a call waits for an approval; its result, or `approve`, ends the wait. */
  wait(approval: unknown, id: unknown): void {
    this.waiting.set(approval, id)
  }

  approve(approval: unknown): void {
    this.waiting.delete(approval)
  }

  /** The conversation so far as a trace has it; `usage` counts where no turn told its own. */
  finish(usage?: unknown): ImportReading {
    for (const id of [...this.waiting.values()]) this.answer(id, createRefusalReader())
    const drafts = this.calls.map((call): DraftCall => {
      const ended = 2 * Math.max(call.turn, call.answered ?? 0) + 1
      return { ...call, started: 2 * call.turn, ended }
    })
    const told = this.turns.flatMap(({ tokens }) => tokens ?? [])
    const tokens = told.length > 0 ? told : [readTokens(usage)].filter((one) => one !== undefined)
    return {
      ...finishCalls(drafts),
      bare: false,
      final_answer: this.findFinalAnswer(),
      usage: sumUsage(tokens, this.turns.length),
    }
  }

  private get current(): ImportedTurn {
    const turn = this.turns.at(-1)
    if (turn === undefined) throw new ImportProblem('a call comes before the first message of the assistant.')
    return turn
  }

  settle(call: PendingCall, read: ReadOutcome): void {
    if (call.answered !== undefined)
      throw new ImportProblem(
        `the call ${JSON.stringify(cutText(call.id ?? call.tool_name))} has two results.`,
      )
    call.answered = this.turns.length - 1
    if (call.outcome === undefined || call.isEmpty) call.outcome = read(call.tool_name)
  }

  /** Text after which no call was made. */
  private findFinalAnswer(): string | null {
    const last = this.turns.findLastIndex(({ said, calls }) => said.trim() !== '' || calls > 0)
    const said = this.turns[last]?.said ?? ''
    return said.trim() === '' ? null : said
  }
}
