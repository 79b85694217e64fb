import { type ImportReading, type ListFormat, tokensOf } from './conversation.ts'
import { offeredTools } from './offered-tools.ts'
import { readSpans, type Span, type SpanMessages, spanMessages, timesOf } from './spans.ts'
import { describe, type Fields, ImportProblem, isFields, listField, parseText, textField } from './values.ts'

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

/** A number of milliseconds where it stands for nanoseconds that a number still holds. */
function timeOf(span: Fields, which: 'start' | 'end'): unknown {
  const unix = span[`${which}TimeUnixNano`]
  const value = typeof unix === 'number' && Number.isSafeInteger(Math.trunc(unix / 1e6)) ? unix / 1e6 : unix
  return value ?? span[`${which}Time`] ?? span[`${which}_time`]
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

/** Whether a value looks like a span: a name, attributes, and something that only spans have. */
function isSpan(value: unknown): value is Fields & { name: string } {
  if (!isFields(value) || typeof value.name !== 'string') return false
  if (value.attributes !== undefined && (typeof value.attributes !== 'object' || value.attributes === null))
    return false
  const names = ['spanId', 'spanContext', 'context', 'startTimeUnixNano', 'startTime', 'start_time']
  return names.some((name) => value[name] !== undefined && value[name] !== null)
}

type Convention = (
  name: string,
  attributes: Fields,
  span: Fields,
) => Omit<Span, 'id' | 'parent' | 'name' | 'start' | 'end'>

const MODEL_OPERATIONS: readonly string[] = ['chat', 'generate_content', 'text_completion']
const OPERATIONS: readonly string[] = [...MODEL_OPERATIONS, 'invoke_agent', 'execute_tool']

/** Messages of the GenAI conventions: parts, in JSON or not. Attributes are cut to a length that the exporter sets. */
function genAiMessages(value: unknown): SpanMessages | undefined {
  const list = typeof value === 'string' ? parseText(value) : value
  if (!Array.isArray(list)) return undefined
  const answers = new Map<string, unknown>()
  const messages: SpanMessages = { text: '', calls: [], answers, prompts: [] }
  const prompts: string[] = []
  for (const message of list.filter(isFields)) {
    let text = ''
    for (const part of listField(message, 'parts')) {
      if (part.type === 'text' && typeof part.content === 'string') text += part.content
      else if (part.type === 'tool_call') {
        messages.text = ''
        messages.calls.push({ id: part.id, name: part.name, arguments: part.arguments })
      } else if (part.type === 'tool_call_response' && typeof part.id === 'string')
        answers.set(part.id, part.response ?? part.result ?? null)
    }
    messages.text += text
    if (message.role === 'user' && text.trim() !== '') prompts.push(text)
  }
  return { ...messages, prompts }
}

const stopsForTools = (reasons: unknown): boolean | undefined =>
  Array.isArray(reasons) && reasons.length > 0
    ? reasons.some((reason) => /tool|function/i.test(String(reason)))
    : undefined

const genAi: Convention = (name, attributes) => {
  const operation =
    textField(attributes, 'gen_ai.operation.name') ??
    OPERATIONS.find((one) => name === one || name.startsWith(`${one} `)) ??
    ''
  const tool = textField(attributes, 'gen_ai.tool.name')
  const isModel = MODEL_OPERATIONS.includes(operation)
  const isTool =
    operation === 'execute_tool' || (!isModel && operation !== 'invoke_agent' && tool !== undefined)
  return {
    kind: isTool ? 'tool' : isModel ? 'model' : operation === 'invoke_agent' ? 'agent' : undefined,
    tool: tool ?? (name.startsWith('execute_tool ') ? name.slice('execute_tool '.length) : undefined),
    callId: textField(attributes, 'gen_ai.tool.call.id'),
    arguments: attributes['gen_ai.tool.call.arguments'],
    result: attributes['gen_ai.tool.call.result'],
    told: genAiMessages(attributes['gen_ai.input.messages']),
    said: genAiMessages(attributes['gen_ai.output.messages']),
    offered: offeredTools(attributes['gen_ai.tool.definitions']),
    tokens: tokensOf({
      input_tokens: attributes['gen_ai.usage.input_tokens'],
      output_tokens: attributes['gen_ai.usage.output_tokens'],
    }),
    stoppedForTools: stopsForTools(attributes['gen_ai.response.finish_reasons']),
  }
}

/** Attributes as objects and lists: `a.0.b` is `b` of the first of `a`. */
function nested(attributes: Fields): Fields {
  const root: Record<string, unknown> = {}
  for (const [path, value] of Object.entries(attributes)) {
    const keys = path.split('.')
    let at = root
    for (const key of keys.slice(0, -1)) {
      const next = Object.hasOwn(at, key) && isFields(at[key]) ? (at[key] as Record<string, unknown>) : {}
      Object.defineProperty(at, key, { value: next, enumerable: true, writable: true, configurable: true })
      at = next
    }
    const last = keys.at(-1) as string
    Object.defineProperty(at, last, { value, enumerable: true, writable: true, configurable: true })
  }
  return root
}

const itemsOf = (value: unknown): Fields[] =>
  (Array.isArray(value) ? value : isFields(value) ? Object.values(value) : []).filter(isFields)

const under = (value: unknown, key: string): Fields => {
  const inner = isFields(value) ? value[key] : undefined
  return isFields(inner) ? inner : {}
}

function chatMessage(item: Fields): Fields {
  const { role, content, contents, tool_calls: calls, tool_call_id: id, name } = under(item, 'message')
  const parts = itemsOf(contents).map((part) => under(part, 'message_content').text)
  const toolCalls = itemsOf(calls).map((call) => under(call, 'tool_call'))
  return {
    role,
    content: content ?? parts.filter((text) => typeof text === 'string').join(''),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
    ...(id === undefined ? {} : { tool_call_id: id }),
    ...(role === 'tool' && name !== undefined ? { name } : {}),
  }
}

const OPENINFERENCE_KINDS: Readonly<Record<string, Span['kind']>> = {
  LLM: 'model',
  AGENT: 'agent',
  TOOL: 'tool',
}

const openInference: Convention = (name, attributes, span) => {
  const tree = nested(attributes)
  const kind = textField(attributes, 'openinference.span.kind') ?? textField(span, 'span_kind') ?? ''
  const [input, output] = [under(tree, 'input').value, under(tree, 'output').value]
  const { llm } = tree
  const [told, said] = ['input_messages', 'output_messages'].map((key) =>
    itemsOf(isFields(llm) ? llm[key] : undefined).map(chatMessage),
  )
  const count = under(llm, 'token_count')
  const given = typeof input === 'string' ? parseText(input) : input
  return {
    kind: Object.hasOwn(OPENINFERENCE_KINDS, kind) ? OPENINFERENCE_KINDS[kind] : undefined,
    tool: textField(attributes, 'tool.name') ?? name,
    callId: textField(attributes, 'tool_call.id', 'tool.id'),
    arguments: isFields(given) ? given : under(tree, 'tool').parameters,
    result: output,
    told: spanMessages(told?.length ? told : input),
    said: spanMessages(said?.length ? said : output),
    offered: itemsOf(isFields(llm) ? llm.tools : undefined).flatMap((item) =>
      offeredTools([under(item, 'tool').json_schema]),
    ),
    tokens: tokensOf({ input_tokens: count.prompt, output_tokens: count.completion }),
  }
}

/** What a model said by the AI SDK, as the message that it becomes. */
function aiSdkAnswer(attributes: Fields): SpanMessages | undefined {
  const text = textField(attributes, 'ai.response.text')
  const stored = attributes['ai.response.toolCalls']
  const calls = typeof stored === 'string' ? parseText(stored) : stored
  if (text === undefined && !Array.isArray(calls)) return undefined
  const toolCalls = listField({ calls }, 'calls').map((call) => ({ ...call, type: 'tool-call' }))
  const content = [...(text === undefined ? [] : [{ type: 'text', text }]), ...toolCalls]
  return spanMessages([{ role: 'assistant', content }])
}

const aiSdkTelemetry: Convention = (name, attributes) => {
  const operation = textField(attributes, 'ai.operationId') ?? name
  const isModel = /\.do(Generate|Stream)$/.test(operation)
  const reason = attributes['ai.response.finishReason']
  return {
    kind: operation === 'ai.toolCall' ? 'tool' : isModel ? 'model' : 'agent',
    tool: textField(attributes, 'ai.toolCall.name'),
    callId: textField(attributes, 'ai.toolCall.id'),
    arguments: attributes['ai.toolCall.args'] ?? attributes['ai.toolCall.input'],
    result: attributes['ai.toolCall.result'] ?? attributes['ai.toolCall.output'],
    told: spanMessages(attributes['ai.prompt.messages'] ?? attributes['ai.prompt']),
    said: aiSdkAnswer(attributes),
    offered: offeredTools(attributes['ai.prompt.tools']),
    tokens: tokensOf({
      input_tokens: attributes['ai.usage.inputTokens'] ?? attributes['ai.usage.promptTokens'],
      output_tokens: attributes['ai.usage.outputTokens'] ?? attributes['ai.usage.completionTokens'],
    }),
    stoppedForTools: stopsForTools(reason === undefined ? undefined : [reason]),
  }
}

const HINTS = {
  'otel-genai':
    'Switch the capture of content on, so that execute_tool spans carry gen_ai.tool.call.arguments and gen_ai.tool.call.result, and models gen_ai.output.messages',
  openinference:
    'Do not hide inputs and outputs: OPENINFERENCE_HIDE_INPUTS and OPENINFERENCE_HIDE_OUTPUTS must be off',
  'ai-sdk-telemetry': 'Set recordInputs and recordOutputs of experimental_telemetry to true',
} as const

type SpanConvention = keyof typeof HINTS

const CONVENTIONS: Readonly<Record<SpanConvention, Convention>> = {
  'otel-genai': genAi,
  openinference: openInference,
  'ai-sdk-telemetry': aiSdkTelemetry,
}

function conventionOf(span: Fields, attributes: Fields): SpanConvention {
  if (textField(attributes, 'openinference.span.kind') ?? textField(span, 'span_kind')) return 'openinference'
  return 'ai.operationId' in attributes ? 'ai-sdk-telemetry' : 'otel-genai'
}

/** A span with its convention; undefined for one that is about no model, agent, tool or request. */
function readSpan(span: Fields & { name: string }): [SpanConvention, Span] | undefined {
  const attributes = attributesOf(span)
  const convention = conventionOf(span, attributes)
  const method = textField(attributes, 'http.request.method', 'http.method')
  const read = CONVENTIONS[convention](span.name, attributes, span)
  const kind = read.kind ?? (method === undefined ? undefined : 'request')
  if (kind === undefined) return undefined
  const place = {
    id: textField(contextOf(span), 'spanId', 'span_id'),
    parent: parentOf(span),
    name: span.name,
  }
  // Requests only tell what the span around them did.
  if (kind === 'request')
    return [convention, { ...place, kind, start: 0n, end: 0n, method: method?.toUpperCase() ?? '' }]
  const times = timesOf(span.name, timeOf(span, 'start'), timeOf(span, 'end'))
  return [convention, { ...read, kind, ...place, ...times, failure: failureOf(span, attributes) }]
}

/** Spans of OpenTelemetry about models and tools, in any of three conventions, among whatever other spans there are. */
export const openTelemetry: ListFormat = {
  name: 'otel-genai',
  fits: isSpan,
  read(list): ImportReading {
    const read = list
      .filter(isSpan)
      .map(readSpan)
      .filter((span) => span !== undefined)
    const [first] = read.find(([, { kind }]) => kind !== 'request') ?? []
    if (first === undefined) {
      throw new ImportProblem(
        `none of ${list.length} spans is of a model or a tool. Export the spans with gen_ai.operation.name, openinference.span.kind or ai.operationId.`,
      )
    }
    return {
      ...readSpans(
        read.map(([, span]) => span),
        HINTS[first],
      ),
      format: first,
    }
  },
}

/** Spans of an OTLP document. Throws for one that holds something else. */
export function spansIn(document: unknown): Fields[] {
  if (!Array.isArray(document)) throw new ImportProblem(`resourceSpans is ${describe(document)}, not a list.`)
  return document
    .flatMap((resource) => (isFields(resource) ? listField(resource, 'scopeSpans') : []))
    .flatMap((scope) => listField(scope, 'spans'))
}
