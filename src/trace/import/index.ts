import { traceSchema, type Usage, usageSchema } from '../../schema/trace.ts'
import { dropUndefinedFields } from '../../shared/json.ts'
import { NestingError } from '../../shared/parse-json.ts'
import { langChain } from './langchain.ts'
import {
  findFormat,
  listAnsweredPrompts,
  listMessageLists,
  listPrompts,
  MESSAGES,
  updateMessages,
} from './message-formats.ts'
import { aiSdkSteps, claudeAgent } from './message-tables.ts'
import { mergeTools, readOfferedTools } from './offered-tools.ts'
import type { ImportedTrace, ImportReading, ListFormat, TraceFormat } from './outcomes.ts'
import { langfuse, langSmith, listSpans, openTelemetry } from './span-tables.ts'
import { callList, createProblem, readOwn } from './stored.ts'
import {
  describe,
  type Fields,
  ImportProblem,
  isAbsent,
  isFields,
  listField,
  parseText,
  readAtPlace,
} from './values.ts'

export type { ImportedTrace, TraceFormat } from './outcomes.ts'

const STEPS: readonly ListFormat[] = [aiSdkSteps]
const SPANS: readonly ListFormat[] = [langSmith, langfuse, openTelemetry]
const LISTS: readonly ListFormat[] = [...MESSAGES, ...STEPS, ...SPANS, callList]

/** Whether a value is a part of a conversation: a span, a run, an observation, or an event of the Claude Agent SDK. */
export const isRecord = (value: unknown): boolean =>
  [...SPANS, claudeAgent].some((format) => format.fits(value))

const KNOWN_SHAPES =
  'Known are traces of tracewright; messages of OpenAI (chat, responses), Anthropic, the Claude Agent SDK, Gemini, Bedrock (Converse), LangChain and the AI SDK. So are steps of the AI SDK; runs of LangSmith; observations of Langfuse; spans of OpenTelemetry (GenAI, OpenInference, AI SDK); and lists of { name, args }'

const createUnknownShapeProblem = (value: unknown): ImportProblem =>
  new ImportProblem(`unknown shape: ${describe(value)}. ${KNOWN_SHAPES}.`)

/** Fields of a trace that may stand beside messages. */
const BESIDE =
  'final_answer structured_answer duration_ms agent models seed attempt failure exceptions refused late own_tools suite project'.split(
    ' ',
  )

/** The fields of a trace that a stored line says itself; frameworks have a `usage` of their own. */
function pickFieldsBeside(line: Fields, read: Usage | undefined): Fields {
  const told = BESIDE.filter((name) => line[name] !== undefined).map((name) => [name, line[name]])
  const usage = usageSchema().safeParse(isFields(line.usage) ? { ...read, ...line.usage } : undefined)
  return { ...Object.fromEntries(told), ...(usage.success ? { usage: usage.data } : {}) }
}

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
): ImportReading & { format: TraceFormat } {
  if (list.length === 0)
    return { calls: [], unknown: [], bare: false, final_answer: null, format: 'call-list' }
  const updates = list.map(updateMessages)
  if (updates.some((update) => (update ?? []).length > 0) && updates.every((update) => update !== undefined))
    return readTraceList(updates.flat(), [langChain], usage)
  const format = findFormat(list, formats)
  if (format === undefined) throw new ImportProblem(`${explainMismatch(list, formats)}. ${KNOWN_SHAPES}.`)
  return {
    prompts: listAnsweredPrompts(list),
    format: format.name,
    ...format.read(list as readonly Fields[], usage),
  }
}

function checkSettled(value: Fields): void {
  const pending = ['steps', 'messages', 'response', 'output'].find(
    (key) => isFields(value[key]) && typeof value[key].then === 'function',
  )
  if (pending !== undefined) throw new ImportProblem(`"${pending}" is a promise. Await it before the import.`)
}

/** The list that an object is about, the formats it may be of, and the tokens that stand beside it. */
function unwrap(value: Fields) {
  checkSettled(value)
  const { steps, spans, runs, observations, data, resourceSpans, run_type } = value
  const lists = [
    { list: steps, formats: STEPS },
    ...listMessageLists(value).map((list) => ({ list, formats: MESSAGES })),
    // Langfuse's API answers with `data` and `meta`.
    ...[spans, runs, observations, data].map((list) => ({ list, formats: SPANS })),
    { list: typeof run_type === 'string' ? [value] : undefined, formats: SPANS },
    { list: resourceSpans === undefined ? undefined : listSpans(resourceSpans), formats: SPANS },
  ].flatMap(({ list, formats }) => (Array.isArray(list) ? [{ list: list as unknown[], formats }] : []))
  const found =
    lists.find(({ list, formats }) => list.length > 0 && findFormat(list, formats) !== undefined) ??
    lists.find(({ list }) => list.length > 0) ??
    lists[0]
  if (found === undefined) return undefined
  if (found.list.length === 0 && found.formats === SPANS)
    throw new ImportProblem('the list of spans is empty. Export the spans of the whole run.')
  return { ...found, usage: readAtPlace(value, 'totalUsage usage usageMetadata usage_metadata') }
}

/** The first request that stands beside a trace: of the line itself, or of the first step. */
function requestBeside(value: Fields): Fields {
  const [step] = listField(value, 'steps')
  const request = [value.request, step?.request].find(isFields)
  const body = typeof request?.body === 'string' ? parseText(request.body) : (request?.body ?? request)
  return isFields(body) ? body : {}
}

/** What the user said, as far as the fields beside a trace tell. */
function findPromptsBeside(value: Fields): string[] {
  const { messages, input, prompt } = requestBeside(value)
  for (const said of [value.input, messages, input, prompt, value.messages]) {
    if (typeof said === 'string' && said.trim() !== '') return [said]
    const found = Array.isArray(said) ? listPrompts(said) : []
    if (found.length > 0) return found
  }
  return []
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

const addFieldsBeside = (imported: ImportedTrace, value: Fields): ImportedTrace => {
  const told = [value, requestBeside(value)].flatMap((holder) =>
    // Converse has its tools in `toolConfig`, the SDK of Gemini in `config`.
    [holder, holder?.toolConfig, holder?.config].flatMap((one) =>
      readOfferedTools(isFields(one) ? one.tools : []),
    ),
  )
  const { earlier: _, ...read } = imported
  const tools = mergeTools(told, imported.tools)
  if (typeof value.prompt === 'string' && value.prompt.trim() !== '')
    return { ...read, prompts: [value.prompt], tools }
  if (imported.prompts.length > 0) return { ...imported, tools }
  const prompts = findPromptsBeside(value)
  // A request holds what was said before, without the calls of then.
  return { ...read, prompts, tools, ...(prompts.length > 1 && { earlier: prompts.length - 1 }) }
}

function readObject(value: Fields, taskId: string): ImportedTrace {
  if (Array.isArray(value.calls)) {
    const { prompt: _, tools: __, ...row } = value
    return addFieldsBeside(readOwn({ ...row, calls: value.calls }, taskId), value)
  }
  const updates = updateMessages(value) ?? []
  const wrapped =
    unwrap(value) ??
    (updates.length > 0 ? { list: updates, formats: [langChain], usage: undefined } : undefined)
  if (wrapped === undefined) throw createUnknownShapeProblem(value)
  const read = buildTrace(readTraceList(wrapped.list, wrapped.formats, wrapped.usage), taskId)
  const imported = addFieldsBeside(read, value)
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
