import { isObject, type Json, type JsonObject, setField } from '../../shared/json.ts'
import { readAnswer, readLangChainMessage } from './langchain.ts'
import { ANSWER } from './message-reader.ts'
import { type ImportReading, type ListFormat, readFailure } from './outcomes.ts'
import { readSpan, readSpans, type SpanKind, type SpanMessages, type SpanTable } from './spans.ts'
import {
  describe,
  type Fields,
  ImportProblem,
  isAbsent,
  isFields,
  listField,
  parseIfText,
  parsePythonFields,
  parseText,
  readAtPlace,
  readFields,
  readTextField,
  unwrapSingle,
} from './values.ts'

const createKindReader =
  (names: Readonly<Record<string, SpanKind>>, place: string) =>
  (span: Fields): SpanKind => {
    const kind = readTextField(span, place) ?? ''
    return Object.hasOwn(names, kind) ? names[kind] : undefined
  }

const TYPES = 'SPAN GENERATION EVENT AGENT TOOL CHAIN RETRIEVER EVALUATOR EMBEDDING GUARDRAIL'.split(' ')

const LANGFUSE: SpanTable = {
  id: 'id',
  parent: 'parentObservationId',
  name: 'name',
  kind: createKindReader({ GENERATION: 'model', TOOL: 'tool', AGENT: 'agent' }, 'type'),
  start: 'startTime',
  // An event has no end.
  end: ({ type, startTime, endTime }) => endTime ?? (type === 'EVENT' ? startTime : undefined),
  failure: ({ level, statusMessage }) => level === 'ERROR' && (statusMessage || 'the call failed'),
  tool: ({ name }) => name ?? '',
  arguments: ({ input }) => (isFields(parseIfText(input)) ? parseIfText(input) : parsePythonFields(input)),
  result: 'output',
  told: ['input'],
  said: ['output'],
  offered: ({ input }) => readFields(parseIfText(input)).tools,
  tokens: ['usageDetails', 'usage'],
}

/** Observations of one trace of Langfuse. A plain span that is named as a call that a model asked for is that call. */
export const langfuse: ListFormat = {
  name: 'langfuse',
  fits: (item) =>
    isFields(item) &&
    TYPES.includes(item.type as string) &&
    'startTime' in item &&
    ('traceId' in item || 'parentObservationId' in item),
  read(list) {
    const spans = list.map((observation) => readSpan(observation, LANGFUSE))
    const asked = new Set(spans.flatMap(({ said }) => said?.calls.map(({ name }) => name) ?? []))
    for (const span of spans) if (asked.has(span.name)) span.kind ??= 'tool'
    return readSpans(spans, 'Trace tools as observations of type TOOL, with input and output')
  },
}

/** What a run of LangSmith gave, without the field that Python's or JavaScript's `traceable` puts a value into. */
const readOutput = ({ outputs }: Fields): unknown => unwrapSingle(outputs, ['output', 'outputs'])

/** Arguments of a tool's run; undefined where they are text that nothing can read. */
function readArgumentsOfRun({ inputs }: Fields): unknown {
  const given = parseIfText(unwrapSingle(inputs, ['input']))
  if (isFields(given)) return given
  return typeof given === 'string' && given.startsWith('{') ? parsePythonFields(given) : inputs
}

const readToolMessage = (run: Fields): Fields | undefined => {
  const message = run.run_type === 'tool' ? readLangChainMessage(readOutput(run)) : undefined
  return message?.kind === 'tool' ? message.fields : undefined
}

/** Why a tool's run failed; a message of LangChain tells it too. */
function readRunFailure(run: Fields): string | undefined {
  const message = readToolMessage(run) ?? {}
  if (readAtPlace(message, ANSWER.failed) !== true) return readTextField(run, 'error')
  return readTextField(run, 'error') ?? readFailure(String(run.name), readAnswer(message)).error.message
}

const LANGSMITH: SpanTable = {
  id: 'id',
  parent: 'parent_run_id',
  name: 'name',
  kind: ({ run_type: type, parent_run_id: parent }) =>
    type === 'llm' ? 'model' : type === 'tool' ? 'tool' : isAbsent(parent) ? 'agent' : undefined,
  start: 'start_time',
  end: 'end_time',
  failure: readRunFailure,
  tool: 'name',
  callId: (run) =>
    readTextField(readToolMessage(run) ?? {}, 'tool_call_id') ?? readAtPlace(run, 'extra/tool_call_id'),
  arguments: readArgumentsOfRun,
  result(run) {
    const message = readToolMessage(run)
    // A message without content answers null, in JSON.
    return message === undefined ? readOutput(run) : (readAnswer(message) ?? 'null')
  },
  told: [({ inputs }) => unwrapSingle(inputs, ['input'])],
  said: ['outputs', readOutput],
  offered: 'extra/invocation_params/tools',
  tokens: ['outputs/usage_metadata outputs/usage', (run) => run],
}

const flattenChildren = (run: Fields): Fields[] => [
  run,
  ...listField(run, 'child_runs').flatMap(flattenChildren),
]

/** Runs of LangSmith: a tree by `child_runs`, or a list of the runs of one trace. */
export const langSmith: ListFormat = {
  name: 'langsmith',
  fits: (item) =>
    isFields(item) && typeof item.run_type === 'string' && (isFields(item.inputs) || isFields(item.outputs)),
  read: (list) =>
    readSpans(
      list.flatMap(flattenChildren).map((run) => readSpan(run, LANGSMITH)),
      'Export whole runs, with inputs and outputs',
    ),
}

function readAnyValue(value: unknown): unknown {
  if (!isFields(value)) return value
  if ('intValue' in value) return parseText(String(value.intValue))
  if (isFields(value.arrayValue)) return listField(value.arrayValue, 'values').map(readAnyValue)
  if (isFields(value.kvlistValue)) return readKeyed(listField(value.kvlistValue, 'values'))
  return value.stringValue ?? value.doubleValue ?? value.boolValue ?? value.bytesValue ?? null
}

const readKeyed = (entries: readonly Fields[]): Fields =>
  Object.fromEntries(entries.map(({ key, value }) => [String(key), readAnyValue(value)]))

const readAttributes = (span: Fields): Fields =>
  isFields(span.attributes) ? span.attributes : readKeyed(listField(span, 'attributes'))

/** A number of nanoseconds that a number still holds becomes milliseconds. */
const convertUnixTime = (nanos: unknown): unknown =>
  typeof nanos === 'number' && Number.isSafeInteger(Math.trunc(nanos / 1e6)) ? nanos / 1e6 : nanos

const ERRORS: readonly unknown[] = [2, 'ERROR', 'STATUS_CODE_ERROR', 'error']

function readSpanFailure(view: Fields): string | undefined {
  const type = readTextField(view, 'error.type')
  const isError = ERRORS.includes(readAtPlace(view, 'span/status/code span/status/status_code'))
  if (!isError && type === undefined) return undefined
  const thrown = listField(readFields(view.span), 'events').map((event) =>
    readTextField(readAttributes(event), 'exception.message'),
  )
  const told = readTextField(view, 'span/status/message span/status/description')
  return told ?? thrown.find((text) => text !== undefined) ?? type ?? 'the call failed'
}

/** Attributes as objects and lists: `a.0.b` is `b` of the first of `a`. */
function nestAttributes(attributes: Fields): Fields {
  const root: JsonObject = {}
  for (const [path, value] of Object.entries(attributes)) {
    const keys = path.split('.')
    const last = keys.pop() as string
    let at = root
    for (const key of keys) {
      if (!Object.hasOwn(at, key) || !isObject(at[key])) setField(at, key, {})
      at = at[key] as JsonObject
    }
    setField(at, last, value as Json)
  }
  return root
}

/** What spans of OpenTelemetry have in common. A place is an attribute, or lies under `span` or `tree` (attributes, nested). */
const SPAN = {
  id: 'context/spanId context/span_id',
  parent:
    'span/parentSpanContext/spanId span/parentSpanContext/span_id span/parentSpanId span/parent_id span/parentId',
  name: 'span/name',
  start: 'start span/startTime span/start_time',
  end: 'end span/endTime span/end_time',
  failure: readSpanFailure,
  method: 'http.request.method http.method',
}

const createCounter =
  (input: string, output: string) =>
  (view: Fields): Fields => ({ input: readAtPlace(view, input), output: readAtPlace(view, output) })

/** A span as places see it. What identifies it is an object of its own, or the span itself. */
function viewSpan(span: Fields, attributes: Fields, isNested: boolean): Fields {
  const { spanContext } = span
  const context: unknown = typeof spanContext === 'function' ? spanContext.call(span) : spanContext
  return {
    ...attributes,
    span,
    context: [context, span.context].find(isFields) ?? span,
    start: convertUnixTime(span.startTimeUnixNano),
    end: convertUnixTime(span.endTimeUnixNano),
    tree: isNested ? nestAttributes(attributes) : {},
  }
}

/** Messages of the GenAI conventions: parts, in JSON or not. Attributes are cut to a length that the exporter sets. */
function readGenAiMessages(value: unknown): SpanMessages | undefined {
  const list = parseIfText(value)
  if (!Array.isArray(list)) return undefined
  const answers = new Map<string, unknown>()
  const messages = { text: '', calls: [] as SpanMessages['calls'], answers, prompts: [] as string[] }
  for (const message of list.filter(isFields)) {
    let text = ''
    for (const part of listField(message, 'parts')) {
      const { type, content, id, name, arguments: args } = part
      if (type === 'text' && typeof content === 'string') text += content
      if (type === 'tool_call_response' && typeof id === 'string')
        answers.set(id, part.response ?? part.result ?? null)
      if (type !== 'tool_call') continue
      messages.text = ''
      messages.calls.push({ id, name, arguments: args })
    }
    messages.text += text
    if (message.role === 'user' && text.trim() !== '') messages.prompts.push(text)
  }
  return messages
}

const OPERATIONS: Readonly<Record<string, SpanKind>> = {
  chat: 'model',
  generate_content: 'model',
  text_completion: 'model',
  invoke_agent: 'agent',
  execute_tool: 'tool',
}

function readGenAiKind(view: Fields): SpanKind {
  const name = readTextField(view, 'span/name') ?? ''
  const named = Object.keys(OPERATIONS).find((one) => name === one || name.startsWith(`${one} `))
  const operation = readTextField(view, 'gen_ai.operation.name') ?? named ?? ''
  if (Object.hasOwn(OPERATIONS, operation)) return OPERATIONS[operation]
  return readTextField(view, 'gen_ai.tool.name') === undefined ? undefined : 'tool'
}

const GEN_AI: SpanTable = {
  ...SPAN,
  kind: readGenAiKind,
  tool: (view) =>
    readTextField(view, 'gen_ai.tool.name') ??
    /^execute_tool (.*)/s.exec(String(readAtPlace(view, 'span/name')))?.[1],
  callId: 'gen_ai.tool.call.id',
  arguments: 'gen_ai.tool.call.arguments',
  result: 'gen_ai.tool.call.result',
  told: ['gen_ai.input.messages'],
  said: ['gen_ai.output.messages'],
  offered: 'gen_ai.tool.definitions',
  tokens: [createCounter('gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens')],
  reasons: 'gen_ai.response.finish_reasons',
  readMessages: readGenAiMessages,
}

const listItems = (fields: Fields, place: string): Fields[] => {
  const value = readAtPlace(fields, place)
  return (Array.isArray(value) ? value : isFields(value) ? Object.values(value) : []).filter(isFields)
}

function readChatMessage(item: Fields): Fields {
  const { role, content, tool_call_id: id, name } = readFields(item.message)
  const parts = listItems(item, 'message/contents').map((part) => readAtPlace(part, 'message_content/text'))
  const calls = listItems(item, 'message/tool_calls').map((call) => readFields(call.tool_call))
  return {
    role,
    content: content ?? parts.filter((text) => typeof text === 'string').join(''),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(id === undefined ? {} : { tool_call_id: id }),
    ...(role === 'tool' && name !== undefined ? { name } : {}),
  }
}

/** Messages of a model, or where it has none what a span took or gave. */
const createMessagesReader = (messages: string, value: string) => (view: Fields) => {
  const list = listItems(view, messages).map(readChatMessage)
  return list.length > 0 ? list : readAtPlace(view, value)
}

const OPEN_INFERENCE: SpanTable = {
  ...SPAN,
  kind: createKindReader(
    { LLM: 'model', AGENT: 'agent', TOOL: 'tool' },
    'openinference.span.kind span/span_kind',
  ),
  tool: 'tool.name span/name',
  callId: 'tool_call.id tool.id',
  arguments(view) {
    const given = parseIfText(readAtPlace(view, 'tree/input/value'))
    // A hidden input is written as redacted; a missing one is that of a tool without parameters.
    return isFields(given)
      ? given
      : (readAtPlace(view, 'tree/tool/parameters') ?? (isAbsent(given) ? {} : undefined))
  },
  result: 'tree/output/value',
  told: [createMessagesReader('tree/llm/input_messages', 'tree/input/value')],
  said: [createMessagesReader('tree/llm/output_messages', 'tree/output/value')],
  offered: (view) => listItems(view, 'tree/llm/tools').map((item) => readAtPlace(item, 'tool/json_schema')),
  tokens: [createCounter('tree/llm/token_count/prompt', 'tree/llm/token_count/completion')],
}

/** What a model said by the AI SDK, as the message that it becomes. */
function readAiSdkAnswer(view: Fields): unknown {
  const text = readTextField(view, 'ai.response.text')
  const calls = parseIfText(view['ai.response.toolCalls'])
  if (text === undefined && !Array.isArray(calls)) return undefined
  const asked = listField({ calls }, 'calls').map((call) => ({ ...call, type: 'tool-call' }))
  return [{ role: 'assistant', content: [{ type: 'text', text: text ?? '' }, ...asked] }]
}

function readAiSdkKind(view: Fields): SpanKind {
  const operation = readTextField(view, 'ai.operationId span/name') ?? ''
  if (operation === 'ai.toolCall') return 'tool'
  return /\.do(Generate|Stream)$/.test(operation) ? 'model' : 'agent'
}

const AI_SDK: SpanTable = {
  ...SPAN,
  kind: readAiSdkKind,
  tool: 'ai.toolCall.name',
  callId: 'ai.toolCall.id',
  arguments: 'ai.toolCall.args ai.toolCall.input',
  result: 'ai.toolCall.result ai.toolCall.output',
  told: ['ai.prompt.messages ai.prompt'],
  said: [readAiSdkAnswer],
  offered: 'ai.prompt.tools',
  tokens: [
    createCounter(
      'ai.usage.inputTokens ai.usage.promptTokens',
      'ai.usage.outputTokens ai.usage.completionTokens',
    ),
  ],
  reasons: ({ 'ai.response.finishReason': reason }) => reason !== undefined && [reason],
}

/** Conventions of attributes, and what to do where spans of one lack content. */
const CONVENTIONS = {
  'otel-genai': [
    GEN_AI,
    'Switch the capture of content on, so that execute_tool spans carry gen_ai.tool.call.arguments and gen_ai.tool.call.result, and models gen_ai.output.messages',
  ],
  openinference: [
    OPEN_INFERENCE,
    'Do not hide inputs and outputs: OPENINFERENCE_HIDE_INPUTS and OPENINFERENCE_HIDE_OUTPUTS must be off',
  ],
  'ai-sdk-telemetry': [AI_SDK, 'Set recordInputs and recordOutputs of experimental_telemetry to true'],
} as const

function chooseConvention(view: Fields): keyof typeof CONVENTIONS {
  if (readTextField(view, 'openinference.span.kind span/span_kind')) return 'openinference'
  return 'ai.operationId' in view ? 'ai-sdk-telemetry' : 'otel-genai'
}

/** Whether a value looks like a span: a name, attributes, and something that only spans have. */
function isSpan(value: unknown): boolean {
  if (!isFields(value) || typeof value.name !== 'string') return false
  const { attributes } = value
  if (attributes !== undefined && (typeof attributes !== 'object' || attributes === null)) return false
  return !isAbsent(readAtPlace(value, 'spanId spanContext context startTimeUnixNano startTime start_time'))
}

/** Spans of OpenTelemetry about models and tools, in any of three conventions, among whatever other spans there are. */
export const openTelemetry: ListFormat = {
  name: 'otel-genai',
  fits: isSpan,
  read(list): ImportReading {
    const read = list.filter(isSpan).flatMap((span) => {
      const attributes = readAttributes(span)
      const convention = chooseConvention({ ...attributes, span })
      const [table] = CONVENTIONS[convention]
      const view = viewSpan(span, attributes, table === OPEN_INFERENCE)
      const kind = table.kind(view) ?? (readAtPlace(view, table.method) === undefined ? undefined : 'request')
      return kind === undefined ? [] : [{ ...readSpan(view, table, kind), convention }]
    })
    const format = read.find(({ kind }) => kind !== 'request')?.convention
    if (format !== undefined) return { ...readSpans(read, CONVENTIONS[format][1]), format }
    throw new ImportProblem(
      `none of ${list.length} spans is of a model or a tool. Export the spans with gen_ai.operation.name, openinference.span.kind or ai.operationId.`,
    )
  },
}

/** Spans of an OTLP document. Throws for one that holds something else. */
export function listSpans(document: unknown): Fields[] {
  if (!Array.isArray(document)) throw new ImportProblem(`resourceSpans is ${describe(document)}, not a list.`)
  return document
    .filter(isFields)
    .flatMap((resource) => listField(resource, 'scopeSpans'))
    .flatMap((scope) => listField(scope, 'spans'))
}
