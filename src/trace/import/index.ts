/**
 * Reads what agents left behind into traces. Two readers interpret tables of fields; places of values are texts such as
 * `function/name name`, or functions where a path does not say it (`FieldPlace` in values.ts).
 *
 * To add a format of messages, call `createMessageFormat` with a table. For each kind of message, and of part within
 * it, the table has the places of a call's id, name and arguments, of a result, and of what is said. `Piece` in
 * message-reader.ts describes them. List the format in `MESSAGES`, and where an object keeps such messages in
 * `MESSAGE_LISTS` (message-formats.ts).
 *
 * To add an origin of spans, write a `SpanTable` (spans.ts) in span-tables.ts and list its format in `SPANS`; a
 * convention of OpenTelemetry is an entry of `CONVENTIONS`. Where an object keeps spans is in `SPAN_LISTS`.
 *
 * A format also needs its name in `TraceFormat` (outcomes.ts) and a row in test/unit/trace/import/shapes.jsonl.
 *
 * @module
 */
import { traceSchema, type Usage, usageSchema } from '../../schema/trace.ts'
import { dropUndefinedFields } from '../../shared/json.ts'
import { NestingError } from '../../shared/parse-json.ts'
import { aiSdkSteps } from './ai-sdk.ts'
import { langChain } from './langchain.ts'
import {
  findFormat,
  listAnsweredPrompts,
  listMessageLists,
  listPrompts,
  listUpdates,
  MESSAGES,
  readPrompts,
} from './message-formats.ts'
import { claudeAgent } from './message-tables.ts'
import { mergeTools, readOfferedTools } from './offered-tools.ts'
import type { ImportedTrace, ImportReading, ListFormat, TraceFormat } from './outcomes.ts'
import { langfuse, langSmith, listSpans, openTelemetry } from './span-tables.ts'
import { callList, createProblem, readOwn } from './stored.ts'
import {
  describe,
  type FieldPlace,
  type Fields,
  ImportProblem,
  isAbsent,
  isFields,
  listField,
  parseIfText,
  readAtPlace,
  readFields,
} from './values.ts'

export type { ImportedTrace, TraceFormat } from './outcomes.ts'

const STEPS: readonly ListFormat[] = [aiSdkSteps]
const SPANS: readonly ListFormat[] = [langSmith, langfuse, openTelemetry]
const LISTS: readonly ListFormat[] = [...MESSAGES, ...STEPS, ...SPANS, callList]

/** Where an object has its spans. Langfuse's API answers with `data` and `meta`. */
const SPAN_LISTS: readonly FieldPlace[] = [
  'spans',
  'runs',
  'observations',
  'data',
  (run) => typeof run.run_type === 'string' && [run],
  ({ resourceSpans }) => resourceSpans !== undefined && listSpans(resourceSpans),
]

/** Whether a value is a part of a conversation: a span, a run, an observation, or an event of the Claude Agent SDK. */
export const isRecord = (value: unknown): boolean =>
  [...SPANS, claudeAgent].some((format) => format.fits(value))

const KNOWN_SHAPES =
  'Known are traces of tracewright; messages of OpenAI (chat, responses), Anthropic, the Claude Agent SDK, Gemini, Bedrock (Converse), LangChain and the AI SDK. So are steps of the AI SDK; runs of LangSmith; observations of Langfuse; spans of OpenTelemetry (GenAI, OpenInference, AI SDK); and lists of { name, args }'

const createUnknownShapeProblem = (value: unknown): ImportProblem =>
  new ImportProblem(`unknown shape: ${describe(value)}. ${KNOWN_SHAPES}.`)

function explainMismatch(list: readonly unknown[], formats: readonly ListFormat[]): string {
  const strange = list.findIndex((item) => !formats.some((format) => format.fits(item)))
  if (strange >= 0) return `item ${strange + 1} of the list is ${describe(list[strange])}`
  // Every item is of some format: the first one that is not of the format of those before it.
  const upTo = list.findIndex((_, i) => findFormat(list.slice(0, i + 1), formats) === undefined)
  const before = findFormat(list.slice(0, upTo), formats)?.name
  const odd = formats.find((format) => format.fits(list[upTo]))?.name
  return before === odd
    ? `the list mixes shapes of ${before}: item ${upTo + 1} is ${describe(list[upTo])}`
    : `the list mixes shapes: it begins as ${before}, but item ${upTo + 1} has the format ${odd}`
}

/** Reads a list of one of the given formats. An empty one is the work of an agent that called nothing. */
function readTraceList(
  list: readonly unknown[],
  formats: readonly ListFormat[] = LISTS,
  usage?: unknown,
  isWhole = true,
): ImportReading & { format: TraceFormat } {
  if (list.length === 0)
    return { calls: [], unknown: [], bare: false, final_answer: null, format: 'call-list' }
  const updates = listUpdates(list)
  if (updates !== undefined) return readTraceList(updates, [langChain], usage, isWhole)
  const format = findFormat(list, formats)
  if (format === undefined) throw new ImportProblem(`${explainMismatch(list, formats)}. ${KNOWN_SHAPES}.`)
  const prompts = listAnsweredPrompts(list)
  const { said, isClear } = readPrompts(list)
  const turns = isClear && isWhole ? said : undefined
  return { prompts, format: format.name, ...format.read(list as readonly Fields[], usage, turns) }
}

const buildTrace = (
  {
    calls,
    final_answer,
    usage,
    prompts = [],
    earlier = 0,
    tools = [],
    ...read
  }: ReturnType<typeof readTraceList>,
  taskId: string,
): ImportedTrace => ({
  trace: { task_id: taskId, calls, final_answer, attempt: 0, ...dropUndefinedFields({ usage }) },
  ...read,
  prompts,
  ...(earlier > 0 && { earlier }),
  tools,
})

/** The list that an object is about, and the formats it may be of. */
function unwrap(value: Fields): { list: readonly unknown[]; formats: readonly ListFormat[] } {
  const pending = ['steps', 'messages', 'response', 'output'].find(
    (key) => isFields(value[key]) && typeof value[key].then === 'function',
  )
  if (pending !== undefined) throw new ImportProblem(`"${pending}" is a promise. Await it before the import.`)
  const lists = [
    { list: value.steps, formats: STEPS },
    ...listMessageLists(value).map((list) => ({ list, formats: MESSAGES })),
    ...SPAN_LISTS.map((place) => ({ list: readAtPlace(value, place), formats: SPANS })),
    { list: listUpdates([value]), formats: [langChain] },
  ].flatMap(({ list, formats }) => (Array.isArray(list) ? [{ list: list as unknown[], formats }] : []))
  const found =
    lists.find(({ list, formats }) => list.length > 0 && findFormat(list, formats) !== undefined) ??
    lists.find(({ list }) => list.length > 0) ??
    lists[0]
  if (found === undefined) throw createUnknownShapeProblem(value)
  if (found.list.length === 0 && found.formats === SPANS)
    throw new ImportProblem('the list of spans is empty. Export the spans of the whole run.')
  return found
}

/** The first request that stands beside a trace: of the line itself, or of the first step. */
function readRequest(value: Fields): Fields {
  const [step] = listField(value, 'steps')
  const request = [value.request, step?.request].find(isFields)
  return readFields(parseIfText(request?.body ?? request))
}

/** What the user said, as far as the fields beside a trace tell. */
function findPromptsBeside(value: Fields, request: Fields): string[] {
  for (const said of [value.input, request.messages, request.input, request.prompt, value.messages]) {
    if (typeof said === 'string' && said.trim() !== '') return [said]
    const found = Array.isArray(said) ? listPrompts(said) : []
    if (found.length > 0) return found
  }
  return []
}

/** Adds what an object tells beside its trace: the tools that were offered, and what the user said. */
function addFieldsBeside({ earlier, ...read }: ImportedTrace, value: Fields): ImportedTrace {
  const request = readRequest(value)
  // Converse has its tools in `toolConfig`, the SDK of Gemini in `config`.
  const told = [value, request]
    .flatMap((holder) => [holder, readFields(holder.toolConfig), readFields(holder.config)])
    .flatMap(({ tools }) => readOfferedTools(tools))
  const tools = mergeTools(told, read.tools)
  if (typeof value.prompt === 'string' && value.prompt.trim() !== '')
    return { ...read, prompts: [value.prompt], tools }
  if (read.prompts.length > 0) return { ...read, ...dropUndefinedFields({ earlier }), tools }
  const prompts = findPromptsBeside(value, request)
  // A request holds what was said before, without the calls of then.
  return { ...read, prompts, tools, ...(prompts.length > 1 && { earlier: prompts.length - 1 }) }
}

/** Fields of a trace that a stored line tells itself. */
const BESIDE =
  'final_answer structured_answer duration_ms agent models seed attempt failure exceptions refused late own_tools suite project'.split(
    ' ',
  )

/** The fields of a trace that a stored line has beside messages; frameworks have a `usage` of their own. */
function pickFieldsBeside(line: Fields, read: Usage | undefined): Fields {
  const told = Object.fromEntries(BESIDE.map((name) => [name, line[name]]))
  const { data: usage } = usageSchema().safeParse(
    isFields(line.usage) ? { ...read, ...line.usage } : undefined,
  )
  return dropUndefinedFields({ ...told, usage })
}

function readObject(value: Fields, taskId: string): ImportedTrace {
  if (Array.isArray(value.calls)) {
    const { prompt: _, tools: __, ...row } = value
    return addFieldsBeside(readOwn({ ...row, calls: value.calls }, taskId), value)
  }
  const { list, formats } = unwrap(value)
  const usage = readAtPlace(value, 'totalUsage usage usageMetadata usage_metadata')
  // A response to an earlier one holds the user's last message alone.
  const read = readTraceList(list, formats, usage, isAbsent(value.previous_response_id))
  const imported = addFieldsBeside(buildTrace(read, taskId), value)
  if (isAbsent(value.task_id)) return imported
  const beside = pickFieldsBeside(value, imported.trace.usage)
  const parsed = traceSchema().safeParse({ ...imported.trace, task_id: value.task_id, ...beside })
  if (!parsed.success) throw createProblem(parsed.error)
  return { ...imported, trace: parsed.data }
}

/**
 * Reads a trace from what an agent left behind: a trace of ours, messages or steps of a library of agents, spans,
 * or a plain list of calls. Alone, or in the object that carries them. An object with a `task_id` is a stored line, whose own fields of a trace win.
 *
 * Throws a `TracewrightError` for anything else, and for a conversation that contradicts itself.
 *
 * @param options.taskId Task of a value that names none; `"imported"` by default.
 *
 * @example
 * const { trace, unknown } = importTrace(await agent.invoke({ messages }))
 */
export function importTrace(
  value: unknown,
  { taskId = 'imported' }: { taskId?: string } = {},
): ImportedTrace {
  try {
    if (Array.isArray(value)) return buildTrace(readTraceList(value), taskId)
    if (isFields(value)) return readObject(value, taskId)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ImportProblem(`${new NestingError().message}.`, { cause: error })
  }
  throw createUnknownShapeProblem(value)
}
