import { TracewrightError } from '../../../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { jsonProblem, parseJson } from '../../../shared/parse-json.ts'
import { MAX_PROBLEMS, problemList } from '../../../shared/problem-list.ts'
import { readText } from '../../../shared/whole-file.ts'
import { type ImportedTrace, importTrace } from '../../../trace/import/index.ts'
import { ImportProblem } from '../../../trace/import/values.ts'

export interface ExportedConversation extends ImportedTrace {
  line: number
}

/** The lists of spans of an OTLP document. */
const spansOf = ({ resourceSpans }: JsonObject): Json[] =>
  (Array.isArray(resourceSpans) ? resourceSpans : [])
    .flatMap((resource) =>
      isObject(resource) && Array.isArray(resource.scopeSpans) ? resource.scopeSpans : [],
    )
    .flatMap((scope) => (isObject(scope) && Array.isArray(scope.spans) ? scope.spans : []))

function traceIdOf(span: Json): string | undefined {
  if (!isObject(span)) return undefined
  const context = [span.spanContext, span.context].find(isObject)
  const id = span.traceId ?? span.trace_id ?? context?.traceId ?? context?.trace_id
  return typeof id === 'string' ? id : undefined
}

/** Spans of several traces, each trace by itself; undefined for anything else. */
function byTrace(value: Json): Json[] | undefined {
  const spans = Array.isArray(value) ? value : isObject(value) ? spansOf(value) : []
  const ids = new Set(spans.map(traceIdOf))
  if (ids.has(undefined) || ids.size < 2) return undefined
  const parts = [...ids].map((id) => spans.filter((span) => traceIdOf(span) === id))
  const known = [
    'gen_ai.',
    'execute_tool',
    'invoke_agent',
    'openinference.',
    'ai.operationId',
    '"run_type"',
    '"parentObservationId"',
    '"GENERATION"',
  ]
  return parts.filter((part) => known.some((name) => JSON.stringify(part).includes(name)))
}

function conversationsIn(value: Json): ImportedTrace[] {
  const traces = byTrace(value)
  if (traces !== undefined) return traces.map((one) => importTrace(one))
  try {
    return [importTrace(value)]
  } catch (error) {
    if (!(error instanceof ImportProblem) || !Array.isArray(value)) throw error
    const isListOfLists = value.every(
      (item) => Array.isArray(item) || (isObject(item) && item.role === undefined),
    )
    if (!isListOfLists) throw error
    return value.map((item) => importTrace(item))
  }
}

/**
 * Reads a file of conversations: JSON Lines, one a line, or a JSON document of one or of a list of them; each in any of the
 * shapes that `importTrace` reads. Spans of several traces are told apart by their trace id.
 *
 * @throws TracewrightError that lists every bad line
 */
export function readConversations(file: string): ExportedConversation[] {
  const text = readText(file, 'conversations')
  const whole = file.endsWith('.jsonl') || file.endsWith('.ndjson') ? undefined : text
  const parts =
    whole === undefined
      ? text.split(/\r?\n/).map((raw, i) => ({ raw, line: i + 1 }))
      : [{ raw: whole, line: 1 }]
  const problems: string[] = []
  const found: ExportedConversation[] = []
  for (const { raw, line } of parts) {
    if (raw.trim() === '') continue
    if (problems.length >= MAX_PROBLEMS) break
    try {
      found.push(...conversationsIn(parseJson(raw)).map((one) => ({ ...one, line })))
    } catch (error) {
      if (error instanceof ImportProblem) problems.push(`${file}:${line}: ${error.problem}`)
      else if (error instanceof SyntaxError) problems.push(`${file}:${line}: ${jsonProblem(error)}.`)
      else throw error
    }
  }
  if (problems.length === 0 && found.length === 0) problems.push(`${file}:1: the file has no conversations.`)
  if (problems.length === 0) return found
  throw new TracewrightError(`Failed to read conversations: ${problemList(problems)}`, { at: { file } })
}
