import { TracewrightError } from '../../../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { describeJsonProblem, parseJson } from '../../../shared/parse-json.ts'
import { formatProblemList, MAX_PROBLEMS } from '../../../shared/problem-list.ts'
import { readText } from '../../../shared/whole-file.ts'
import { type ImportedTrace, importTrace, isRecord } from '../../../trace/import/index.ts'
import { ImportProblem } from '../../../trace/import/values.ts'

export interface ExportedConversation extends ImportedTrace {
  line: number
}

/** The lists of spans of an OTLP document. */
const listSpans = ({ resourceSpans }: JsonObject): Json[] =>
  (Array.isArray(resourceSpans) ? resourceSpans : [])
    .flatMap((resource) =>
      isObject(resource) && Array.isArray(resource.scopeSpans) ? resource.scopeSpans : [],
    )
    .flatMap((scope) => (isObject(scope) && Array.isArray(scope.spans) ? scope.spans : []))

/** What the records of one conversation share: the id of a trace, or of a session of the Claude Agent SDK. */
function readConversationId(record: Json): string | undefined {
  if (!isObject(record)) return undefined
  const context = [record.spanContext, record.context].find(isObject)
  const id = record.traceId ?? record.trace_id ?? context?.traceId ?? context?.trace_id ?? record.session_id
  return typeof id === 'string' ? id : undefined
}

/** Spans, runs, observations and events of a value that name their conversation; undefined for anything else. */
function listRecords(value: Json): Json[] | undefined {
  const page = isObject(value) && Array.isArray(value.data) ? value.data : value
  const spans = isObject(page) ? listSpans(page) : []
  const records = spans.length > 0 ? spans : Array.isArray(page) ? page : [page]
  const isPart = (record: Json): boolean =>
    isObject(record) &&
    record.task_id === undefined &&
    readConversationId(record) !== undefined &&
    (spans.length > 0 || isRecord(record))
  return records.length > 0 && records.every(isPart) ? records : undefined
}

/** What speaks of models, tools or agents in records: other spans have traces of their own. */
const KNOWN_RECORDS = [
  'gen_ai.',
  'execute_tool',
  'invoke_agent',
  'openinference.',
  'ai.operationId',
  '"run_type"',
  '"parentObservationId"',
  '"GENERATION"',
  '"session_id"',
]

interface Exported {
  line: number
  value: Json
}

/** The rows of a file, with the records of each conversation in one list at the place of its first. */
function gatherSpans(rows: readonly Exported[]): Exported[] {
  const byId = new Map<string, Json[]>()
  const found = rows.flatMap(({ line, value }): Exported[] => {
    const records = listRecords(value)
    if (records === undefined) return [{ line, value }]
    return records.flatMap((record): Exported[] => {
      const id = readConversationId(record) as string
      const before = byId.get(id)
      before?.push(record)
      if (before !== undefined) return []
      const first = [record]
      byId.set(id, first)
      return [{ line, value: first }]
    })
  })
  const lists: ReadonlySet<Json> = new Set(byId.values())
  const isKnown = (value: Json): boolean => KNOWN_RECORDS.some((name) => JSON.stringify(value).includes(name))
  return byId.size < 2 ? found : found.filter(({ value }) => !lists.has(value) || isKnown(value))
}

function importConversations(value: Json): ImportedTrace[] {
  try {
    return [importTrace(value)]
  } catch (error) {
    if (!(error instanceof ImportProblem) || !Array.isArray(value)) throw error
    const isListOfLists = value.every(
      (item) => Array.isArray(item) || (isObject(item) && item.role === undefined),
    )
    if (!isListOfLists || isRecord(value[0])) throw error
    return value.map((item) => importTrace(item))
  }
}

interface ConversationProblem {
  line: number
  what: string
}

function readRows(file: string, problems: ConversationProblem[]): Exported[] {
  const text = readText(file, 'conversations')
  const isLines = file.endsWith('.jsonl') || file.endsWith('.ndjson')
  const parts = isLines ? text.split(/\r?\n/) : [text]
  return parts.flatMap((raw, i) => {
    if (raw.trim() === '' || problems.length >= MAX_PROBLEMS) return []
    try {
      return [{ line: i + 1, value: parseJson(raw) }]
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      problems.push({ line: i + 1, what: `${describeJsonProblem(error)}.` })
      return []
    }
  })
}

/**
 * Reads a file of conversations: JSON Lines, one a line, or a JSON document of one or of a list of them; each in any of the
 * shapes that `importTrace` reads. Spans, runs, observations and events are gathered by the id of their trace or session,
 * over all lines.
 *
 * @throws TracewrightError that lists every bad line
 */
export function readConversations(file: string): ExportedConversation[] {
  const problems: ConversationProblem[] = []
  const found: ExportedConversation[] = []
  for (const { line, value } of gatherSpans(readRows(file, problems))) {
    if (problems.length >= MAX_PROBLEMS) break
    try {
      found.push(...importConversations(value).map((one) => ({ ...one, line })))
    } catch (error) {
      if (!(error instanceof ImportProblem)) throw error
      problems.push({ line, what: error.problem })
    }
  }
  if (problems.length === 0 && found.length === 0)
    problems.push({ line: 1, what: 'the file has no conversations.' })
  if (problems.length === 0) return found
  const listed = problems.sort((a, b) => a.line - b.line).map(({ line, what }) => `${file}:${line}: ${what}`)
  throw new TracewrightError(`Failed to read conversations: ${formatProblemList(listed)}`, { at: { file } })
}
