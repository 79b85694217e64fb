import type { Effect } from '../../schema/tool.ts'
import {
  badArguments,
  type DraftCall,
  finishCalls,
  type ImportedOutcome,
  type ImportReading,
  importedUsage,
  type ListFormat,
  readFailure,
  readToolAnswer,
  type Tokens,
  tokensOf,
} from './conversation.ts'
import { mergedTools, type OfferedTool, offeredTools } from './offered-tools.ts'
import {
  cutText,
  describe,
  type Fields,
  ImportProblem,
  isAbsent,
  isFields,
  listField,
  readArguments,
  textField,
} from './values.ts'

/** A span, whichever way it was written. */
interface OtelSpan {
  id: string | undefined
  parent: string | undefined
  name: string
  /** `gen_ai.operation.name`, or what the name of the span says. */
  operation: string
  /** Times in nanoseconds; only their order matters. */
  start: bigint
  end: bigint
  /** Why the span failed, where it did. */
  failure: string | undefined
  attributes: Fields
}

/** The value of an OTLP `AnyValue`. */
function anyValue(value: unknown): unknown {
  if (!isFields(value)) return value
  if ('intValue' in value) return Number(value.intValue)
  if (isFields(value.arrayValue)) return listField(value.arrayValue, 'values').map(anyValue)
  if (isFields(value.kvlistValue)) return keyed(listField(value.kvlistValue, 'values'))
  return value.stringValue ?? value.doubleValue ?? value.boolValue ?? value.bytesValue ?? null
}

const keyed = (entries: readonly Fields[]): Fields =>
  Object.fromEntries(entries.map(({ key, value }) => [String(key), anyValue(value)]))

const attributesOf = (span: Fields): Fields =>
  isFields(span.attributes) ? span.attributes : keyed(listField(span, 'attributes'))

const NANOS = 1_000_000_000n
const MILLI = 1_000_000

/** An ISO date to the nanosecond; dates themselves stop at milliseconds. */
function isoNanos(text: string): bigint | undefined {
  const seconds = Date.parse(text.replace(/\.\d+/, ''))
  if (Number.isNaN(seconds)) return undefined
  const fraction = /\.(\d{1,9})/.exec(text)?.[1] ?? ''
  return BigInt(seconds) * BigInt(MILLI) + BigInt(fraction.padEnd(9, '0'))
}

/** Nanoseconds of a time: a pair `[s, ns]`, digits, a number of milliseconds, or an ISO date. */
function nanosOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isFinite(value * MILLI)) return BigInt(Math.round(value * MILLI))
  if (typeof value === 'string') return /^\d{1,30}$/.test(value) ? BigInt(value) : isoNanos(value)
  if (!Array.isArray(value)) return undefined
  const [seconds, nanos] = value as unknown[]
  return Number.isSafeInteger(seconds) && Number.isSafeInteger(nanos)
    ? BigInt(seconds as number) * NANOS + BigInt(nanos as number)
    : undefined
}

function timeOf(span: Fields, which: 'start' | 'end'): bigint {
  const unix = span[`${which}TimeUnixNano`]
  const value =
    typeof unix === 'number' && Number.isSafeInteger(Math.trunc(unix / MILLI)) ? unix / MILLI : unix
  const time = nanosOf(value ?? span[`${which}Time`] ?? span[`${which}_time`])
  if (time !== undefined) return time
  throw new ImportProblem(
    `the span ${JSON.stringify(span.name)} has no ${which} time, so that the order of calls is not known. Export ended spans with their times.`,
  )
}

const contextOf = (span: Fields): Fields => {
  if (typeof span.spanContext === 'function') {
    const context: unknown = span.spanContext()
    return isFields(context) ? context : {}
  }
  const context = span.spanContext ?? span.context
  return isFields(context) ? context : span
}

function parentOf(span: Fields): string | undefined {
  const context = span.parentSpanContext
  return isFields(context)
    ? textField(context, 'spanId', 'span_id')
    : textField(span, 'parentSpanId', 'parent_id', 'parentId')
}

const ERRORS: readonly unknown[] = [2, 'ERROR', 'STATUS_CODE_ERROR', 'error']

function failureOf(span: Fields, attributes: Fields): string | undefined {
  const status = isFields(span.status) ? span.status : {}
  const type = textField(attributes, 'error.type')
  if (!ERRORS.includes(status.code ?? status.status_code) && type === undefined) return undefined
  const thrown = listField(span, 'events').map((event) => textField(attributesOf(event), 'exception.message'))
  const told = textField(status, 'message', 'description')
  return told ?? thrown.find((text) => text !== undefined) ?? type ?? 'the call failed'
}

/** Operations in which a model speaks. */
const MODEL_OPERATIONS: readonly string[] = ['chat', 'generate_content', 'text_completion']
const OPERATIONS: readonly string[] = [...MODEL_OPERATIONS, 'invoke_agent', 'execute_tool']

const operationOf = (name: string, attributes: Fields): string =>
  textField(attributes, 'gen_ai.operation.name') ??
  OPERATIONS.find((operation) => name === operation || name.startsWith(`${operation} `)) ??
  ''

/** Whether a value looks like a span: a name, attributes, and something that only spans have. */
function isSpan(value: unknown): value is Fields & { name: string } {
  if (!isFields(value) || typeof value.name !== 'string') return false
  if (value.attributes !== undefined && (typeof value.attributes !== 'object' || value.attributes === null))
    return false
  const names = ['spanId', 'spanContext', 'context', 'startTimeUnixNano', 'startTime', 'start_time']
  return names.some((name) => value[name] !== undefined && value[name] !== null)
}

/** Whether a span is about a model or a tool at all. */
const isGenAi = (span: Fields & { name: string }): boolean => {
  const attributes = attributesOf(span)
  return (
    OPERATIONS.includes(operationOf(span.name, attributes)) ||
    textField(attributes, 'gen_ai.tool.name') !== undefined
  )
}

/** Reads a span. Throws where it has no times. */
function readSpan(span: Fields & { name: string }): OtelSpan {
  const attributes = attributesOf(span)
  return {
    id: textField(contextOf(span), 'spanId', 'span_id'),
    parent: parentOf(span),
    name: span.name,
    operation: operationOf(span.name, attributes),
    start: timeOf(span, 'start'),
    end: timeOf(span, 'end'),
    failure: failureOf(span, attributes),
    attributes,
  }
}

/** The request that a span of HTTP is about; none for other spans. */
function httpSpan(span: Fields): { parent: string | undefined; method: string }[] {
  const method = textField(attributesOf(span), 'http.request.method', 'http.method')
  return method === undefined ? [] : [{ parent: parentOf(span), method: method.toUpperCase() }]
}

/** Spans of an OTLP document. Throws for one that holds something else. */
export function spansIn(document: unknown): Fields[] {
  if (!Array.isArray(document)) throw new ImportProblem(`resourceSpans is ${describe(document)}, not a list.`)
  return document
    .flatMap((resource) => (isFields(resource) ? listField(resource, 'scopeSpans') : []))
    .flatMap((scope) => listField(scope, 'spans'))
}

/** Operations of models and agents, whose spans may name tools without executing them. */
const SPEAKING = [...MODEL_OPERATIONS, 'invoke_agent']

/** Whether a span is the execution of a tool. */
const isTool = (span: OtelSpan): boolean =>
  span.operation === 'execute_tool' ||
  (!SPEAKING.includes(span.operation) && textField(span.attributes, 'gen_ai.tool.name') !== undefined)

/** Name of the tool that a span executes. */
export const toolOf = (span: OtelSpan): string | undefined =>
  textField(span.attributes, 'gen_ai.tool.name') ??
  (span.name.startsWith('execute_tool ') ? span.name.slice('execute_tool '.length) : undefined)

/** Id that the model gave the call. */
const callIdOf = (span: OtelSpan): string | undefined => textField(span.attributes, 'gen_ai.tool.call.id')

/** Without the spans that another layer made of the same call, inside its span. */
export function outermost(tools: readonly OtelSpan[], all: readonly OtelSpan[]): OtelSpan[] {
  const byId = new Map(all.flatMap((span) => (span.id === undefined ? [] : [[span.id, span] as const])))
  const repeats = (span: OtelSpan, outer: OtelSpan): boolean => {
    const [inside, around] = [callIdOf(span), callIdOf(outer)]
    const isSame = inside === undefined || around === undefined || inside === around
    return isTool(outer) && toolOf(outer) === toolOf(span) && isSame
  }
  return tools.filter((span) => {
    const seen = new Set<OtelSpan>([span])
    let outer = span.parent === undefined ? undefined : byId.get(span.parent)
    while (outer !== undefined && !seen.has(outer)) {
      if (repeats(span, outer)) return false
      seen.add(outer)
      outer = outer.parent === undefined ? undefined : byId.get(outer.parent)
    }
    return true
  })
}

/** What a model was told or said, as its span carries it. */
interface SpanMessages {
  text: string
  calls: { id: unknown; name: unknown; arguments: unknown }[]
  /** Answers of tools, by the id of the call. */
  answers: Map<string, unknown>
}

function listOf(value: unknown): Fields[] | undefined {
  let list = value
  if (typeof value === 'string') {
    try {
      list = JSON.parse(value)
    } catch {
      // Attributes are cut to a length that the exporter sets.
      return undefined
    }
  }
  return Array.isArray(list) ? list.filter(isFields) : undefined
}

function messagesOf(span: OtelSpan, attribute: string): SpanMessages | undefined {
  const list = listOf(span.attributes[attribute])
  if (list === undefined) return undefined
  const messages: SpanMessages = { text: '', calls: [], answers: new Map() }
  for (const part of list.flatMap((message) => listField(message, 'parts'))) {
    if (part.type === 'text' && typeof part.content === 'string') messages.text += part.content
    else if (part.type === 'tool_call') {
      messages.text = ''
      messages.calls.push({ id: part.id, name: part.name, arguments: part.arguments })
    } else if (part.type === 'tool_call_response' && typeof part.id === 'string')
      messages.answers.set(part.id, part.response ?? part.result ?? null)
  }
  return messages
}

/** What the model said; undefined where the span does not carry it, or only a part of it. */
const otelOutputOf = (span: OtelSpan): SpanMessages | undefined => messagesOf(span, 'gen_ai.output.messages')

/** What the model was told; undefined where the span does not carry it. */
const inputMessagesOf = (span: OtelSpan): SpanMessages | undefined =>
  messagesOf(span, 'gen_ai.input.messages')

/** What the user said, of what a model was told. */
function promptsOfSpan(span: OtelSpan): string[] {
  const list = listOf(span.attributes['gen_ai.input.messages']) ?? []
  return list
    .filter(({ role }) => role === 'user')
    .map((message) =>
      listField(message, 'parts')
        .map(({ type, content }) => (type === 'text' && typeof content === 'string' ? content : ''))
        .join(''),
    )
    .filter((text) => text.trim() !== '')
}

/** Whether the model stopped in order to call tools; undefined where the span does not say why it stopped. */
function stoppedForTools(span: OtelSpan): boolean | undefined {
  const reasons = span.attributes['gen_ai.response.finish_reasons']
  if (!Array.isArray(reasons) || reasons.length === 0) return undefined
  return reasons.some((reason) => /tool|function/i.test(String(reason)))
}

/** When something began and ended, on any clock. */
interface Ranged {
  from: bigint
  to: bigint
}

/** A call with times in place of positions. */
type TimedDraft = DraftCall & Ranged

/** Order of what falls on one moment: ends, then starts, then the ends of what took no time. */
const ENDS = 0
const STARTS = 1
const ENDS_AT_ONCE = 2

type Moment = readonly [time: bigint, kind: number]

const startOf = ({ from }: Ranged): Moment => [from, STARTS]
const endOf = ({ from, to }: Ranged): Moment => (to > from ? [to, ENDS] : [from, ENDS_AT_ONCE])

const compare = ([a, x]: Moment, [b, y]: Moment): number => (a < b ? -1 : a > b ? 1 : x - y)

/** Calls with positions in one logical order in place of times, sorted by their start. */
export function ranked(drafts: readonly TimedDraft[]): DraftCall[] {
  const moments = drafts.flatMap((draft) => [startOf(draft), endOf(draft)]).sort(compare)
  const positions = new Map<string, number>()
  for (const moment of moments)
    if (!positions.has(moment.join())) positions.set(moment.join(), positions.size)
  const at = (moment: Moment): number => positions.get(moment.join()) as number
  return drafts
    .map(({ from, to, ...draft }) => ({
      ...draft,
      started: at(startOf({ from, to })),
      ended: at(endOf({ from, to })),
    }))
    .sort((a, b) => a.started - b.started)
}

const CONTENT =
  'Switch the capture of content on, so that execute_tool spans carry gen_ai.tool.call.arguments and gen_ai.tool.call.result'

/** A request over HTTP, and the span within which it was made. */
interface HttpSpan {
  parent: string | undefined
  method: string
}

const READS = ['GET', 'HEAD', 'OPTIONS']

/** An answer of a model: its span, and as far as it was captured what the model was told and said. */
interface Answer {
  span: OtelSpan
  told: SpanMessages | undefined
  said: SpanMessages | undefined
}

/** A call that a model asked for, and the turn that did. */
type Asked = SpanMessages['calls'][number] & { turn: number }

const answerOf = (span: OtelSpan): Answer => ({ span, told: inputMessagesOf(span), said: otelOutputOf(span) })

const tokensIn = ({ span: { attributes } }: Answer): Tokens[] => {
  const tokens = tokensOf({
    input_tokens: attributes['gen_ai.usage.input_tokens'],
    output_tokens: attributes['gen_ai.usage.output_tokens'],
  })
  return tokens === undefined ? [] : [tokens]
}

/** Reads the spans of one agent's work. */
class SpanReader {
  /** Answers of models, by their start; a model's call is a turn. */
  private readonly models: Answer[]
  private readonly agents: Answer[]
  private readonly tools: OtelSpan[]
  /** Those who speak: the models, or where none was traced the agents as a whole. */
  private readonly speakers: Answer[]
  private readonly asked: Asked[]
  private readonly requests: readonly HttpSpan[]

  constructor(spans: readonly OtelSpan[], requests: readonly HttpSpan[] = []) {
    this.requests = requests
    const sorted = [...spans].sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
    this.models = sorted.filter(({ operation }) => MODEL_OPERATIONS.includes(operation)).map(answerOf)
    this.agents = sorted.filter(({ operation }) => operation === 'invoke_agent').map(answerOf)
    this.tools = outermost(sorted.filter(isTool), sorted)
    this.speakers = this.models.length > 0 ? this.models : this.agents
    this.asked = this.speakers.flatMap(({ said }, turn) =>
      (said?.calls ?? []).map((call) => ({ ...call, turn })),
    )
  }

  read(): ImportReading {
    if (this.tools.length === 0) this.checkThatNothingIsHidden()
    const drafts = [...this.tools.map((span) => this.fromSpan(span)), ...this.fromMessages()]
    const ids = drafts.flatMap(({ id }) => id ?? [])
    const twice = ids.find((id, i) => ids.indexOf(id) !== i)
    if (twice !== undefined) {
      throw new ImportProblem(
        `the call id ${JSON.stringify(cutText(twice))} is used twice. Give the spans of one run.`,
      )
    }
    const tokens = this.models.flatMap(tokensIn)
    return {
      ...finishCalls(ranked(drafts)),
      bare: false,
      final_answer: this.finalAnswer(drafts),
      prompts:
        [...this.models, ...this.agents]
          .map(({ span }) => promptsOfSpan(span))
          .find((said) => said.length > 0) ?? [],
      tools: this.offered(),
      usage: importedUsage(tokens.length > 0 ? tokens : this.agents.flatMap(tokensIn), this.models.length),
    }
  }

  /** Tools that were offered, with what their requests over HTTP say of them. */
  private offered(): OfferedTool[] {
    const told = [...this.models, ...this.agents].reduce<OfferedTool[]>(
      (tools, { span }) => mergedTools(tools, offeredTools(span.attributes['gen_ai.tool.definitions'])),
      [],
    )
    const seen = this.tools.flatMap((span): OfferedTool[] => {
      const name = toolOf(span)
      const effect = this.effectOf(span)
      return name === undefined
        ? []
        : [{ name, description: '', ...(effect === undefined ? {} : { effect }) }]
    })
    // A tool that wrote once is one that writes.
    const written = new Set(seen.filter(({ effect }) => effect === 'write').map(({ name }) => name))
    const found = seen.map((tool) => (written.has(tool.name) ? { ...tool, effect: 'write' as const } : tool))
    return mergedTools(
      told,
      found.filter((tool, i) => found.findIndex(({ name }) => name === tool.name) === i),
    )
  }

  /** What a tool did, by the requests that were made within its span. */
  private effectOf({ id }: OtelSpan): Effect | undefined {
    const methods = this.requests
      .filter(({ parent }) => id !== undefined && parent === id)
      .map(({ method }) => method)
    if (methods.length === 0) return undefined
    return methods.every((method) => READS.includes(method)) ? 'read' : 'write'
  }

  /** Without spans of tools the speakers' spans must tell whether there were calls. */
  private checkThatNothingIsHidden(): void {
    for (const { span, said } of this.speakers) {
      if (said !== undefined || stoppedForTools(span) === false) continue
      throw new ImportProblem(
        `there are no execute_tool spans, and the span ${quoted(span)} does not say which tools the model called. Instrument the tools, or switch gen_ai.output.messages on.`,
      )
    }
  }

  private fromSpan(span: OtelSpan): TimedDraft {
    const name = toolOf(span)
    if (name === undefined) throw new ImportProblem(`the span ${quoted(span)} has no gen_ai.tool.name.`)
    const id = callIdOf(span)
    const asked = id === undefined ? undefined : this.asked.find((call) => call.id === id)
    const args = span.attributes['gen_ai.tool.call.arguments'] ?? asked?.arguments
    if (isAbsent(args)) throw new ImportProblem(`the span ${quoted(span)} has no arguments. ${CONTENT}.`)
    const read = readArguments(args, `the call of ${name}`)
    if (read.problem !== undefined && span.failure === undefined) {
      throw new ImportProblem(
        `the span ${quoted(span)} succeeded, but ${read.problem}. Raise the length limit of span attributes.`,
      )
    }
    const answer = span.attributes['gen_ai.tool.call.result'] ?? this.answerTo(id)
    const outcome = read.problem === undefined ? outcomeOf(name, span, answer) : badArguments(read.problem)
    return {
      id,
      tool_name: name,
      arguments: read.arguments,
      ...(outcome === undefined ? {} : { outcome }),
      turn: asked?.turn ?? this.turnAt(span),
      from: span.start,
      to: span.end,
    }
  }

  /** Calls that only messages show. Where a tool's span has no id, they cannot be told from the spans. */
  private fromMessages(): TimedDraft[] {
    const ids = new Set(this.tools.map(callIdOf))
    if (ids.has(undefined)) return []
    return this.asked
      .filter(({ id }) => this.tools.length === 0 || (typeof id === 'string' && !ids.has(id)))
      .map((call) => this.fromMessage(call))
  }

  private fromMessage({ id, name, arguments: args, turn }: Asked): TimedDraft {
    if (typeof name !== 'string' || name === '') throw new ImportProblem('a tool_call part has no name.')
    if (isAbsent(args))
      throw new ImportProblem(`the tool_call part of ${cutText(name)} has no arguments. ${CONTENT}.`)
    const read = readArguments(args, `the call of ${name}`)
    const known = typeof id === 'string' && id !== '' ? id : undefined
    const answer = this.answerTo(known)
    const given = answer === undefined ? {} : { outcome: readToolAnswer(name, answer) }
    const later = this.speakers.slice(turn + 1)
    const from = (this.speakers[turn] as Answer).span.end
    const next = (later.find(({ told }) => known !== undefined && told?.answers.has(known)) ?? later[0])?.span
    return {
      id: known,
      tool_name: name,
      arguments: read.arguments,
      ...(read.problem === undefined ? given : { outcome: badArguments(read.problem) }),
      turn,
      from,
      to: next === undefined || next.start < from ? from : next.start,
    }
  }

  /** What a later model was told that a call gave. */
  private answerTo(id: string | undefined): unknown {
    if (id === undefined) return undefined
    return this.speakers.find(({ told }) => told?.answers.has(id))?.told?.answers.get(id)
  }

  /** Turn of a tool's span: the last model before it, under the same parent where there is one. */
  private turnAt({ parent, start }: OtelSpan): number | undefined {
    // One span for the whole work says nothing of turns: times alone tell the order of its calls.
    if (this.models.length === 0 || (this.models.length === 1 && this.tools.length > 1)) return undefined
    const siblings = this.models.filter(({ span }) => parent !== undefined && span.parent === parent)
    const from = siblings.length > 0 ? siblings : this.models
    const before = from.findLast(({ span }) => span.start <= start)
    return before === undefined ? undefined : this.models.indexOf(before)
  }

  /** What was said last, unless calls were made after it. */
  private finalAnswer(calls: readonly TimedDraft[]): string | null {
    const last = [this.models.at(-1), this.agents.at(-1)].find((answer) => answer?.said !== undefined)
    if (last?.said === undefined || calls.some(({ from }) => from >= last.span.end)) return null
    return last.said.text.trim() === '' ? null : last.said.text
  }
}

const quoted = ({ name }: OtelSpan): string => JSON.stringify(cutText(name))

function outcomeOf(tool: string, span: OtelSpan, answer: unknown): ImportedOutcome | undefined {
  if (span.failure === undefined) return isAbsent(answer) ? undefined : readToolAnswer(tool, answer)
  // An answer of ours says more than the status of the span.
  const told = isAbsent(answer) ? undefined : readFailure(tool, answer)
  return told !== undefined && 'error' in told && told.error.code !== 'error'
    ? told
    : readFailure(tool, span.failure)
}

/** Spans of the GenAI conventions of OpenTelemetry, among whatever other spans there are. */
export const otelGenAi: ListFormat = {
  name: 'otel-genai',
  fits: isSpan,
  read(list) {
    const spans = list.filter(isSpan).filter(isGenAi).map(readSpan)
    if (spans.length === 0) {
      throw new ImportProblem(
        `none of ${list.length} spans is about a model or a tool. Export those with gen_ai.operation.name.`,
      )
    }
    return new SpanReader(spans, list.filter(isSpan).flatMap(httpSpan)).read()
  },
}
