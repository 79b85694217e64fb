import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type Call, type Trace, traceSchema } from '../schema/trace.ts'
import { messageOf, TracewrightError } from '../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'

/** A call as files hold it: what a recorder did not know may be missing. */
const storedCallSchema = z.looseObject({
  id: z.string().optional(),
  tool_name: z.string(),
  arguments: z.custom<JsonObject>(isObject, 'expected an object').default({}),
  status: z.union([z.int(), z.enum(['ok', 'error'])]).optional(),
  error: z.unknown().optional(),
})

/** A trace, and whether calls in it lack results or the order they were made in. */
export interface StoredTrace {
  trace: Trace
  line: number
  /** Ids of calls whose outcome was not stored. */
  unknown: string[]
  /** True where no call says when it started: each is taken as a turn of its own. */
  bare: boolean
}

const statusOf = (status: number | string | undefined, error: unknown): number => {
  if (typeof status === 'number') return status
  return status === 'error' || (status === undefined && error != null) ? 500 : 200
}

function errorOf(error: unknown): Call['error'] {
  if (error === undefined || error === null) return undefined
  if (typeof error === 'string') return { code: 'error', message: error }
  return error as Call['error']
}

/** A stored call with every field that judging needs. */
function completeCall(raw: unknown, i: number): unknown {
  const parsed = storedCallSchema.safeParse(raw)
  if (!parsed.success) return raw
  const { status, error, ...rest } = parsed.data
  const outcome = errorOf(error)
  return {
    id: `call_${i + 1}`,
    ...(rest.started === undefined ? { turn: i, started: 2 * i, ended: 2 * i + 1 } : {}),
    ...rest,
    status: statusOf(status, error),
    ...(outcome === undefined ? {} : { error: outcome }),
  }
}

type Parsed = { trace: Omit<StoredTrace, 'line'> } | { problem: string }

function parseTrace(text: string): Parsed {
  let row: unknown
  try {
    row = JSON.parse(text)
  } catch (error) {
    return { problem: `not JSON: ${messageOf(error)}` }
  }
  if (!isObject(row as Json) || !Array.isArray((row as JsonObject).calls)) {
    return { problem: 'expected a trace: an object with "task_id" and "calls"' }
  }
  const calls = (row as { calls: unknown[] }).calls
  const parsed = traceSchema.safeParse({ ...(row as JsonObject), calls: calls.map(completeCall) })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { problem: `${issue?.path.join('.')}: ${issue?.message}` }
  }
  const unknown = parsed.data.calls
    .filter((call) => call.status < 400 && call.result === undefined)
    .map(({ id }) => id)
  const bare = calls.length > 0 && calls.every((call) => (call as JsonObject).started === undefined)
  return { trace: { trace: parsed.data, unknown, bare } }
}

/**
 * Reads a file of traces, one a line. Calls may lack ids, results and order: a bare list counts as one call a
 * turn. Throws an error that lists every bad line, and for a file without traces.
 */
export function loadTraces(file: string): StoredTrace[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new TracewrightError(`Failed to read traces ${file}: ${messageOf(error)}.`, {
      cause: error,
      at: { file },
    })
  }
  const traces: StoredTrace[] = []
  const problems: string[] = []
  for (const [i, raw] of text.split(/\r?\n/).entries()) {
    if (raw.trim() === '') continue
    const parsed = parseTrace(raw)
    if ('problem' in parsed) problems.push(`${file}:${i + 1}: ${parsed.problem}`)
    else traces.push({ ...parsed.trace, line: i + 1 })
  }
  if (problems.length === 0 && traces.length === 0)
    problems.push(`${file}:1: there are no traces; write one a line`)
  if (problems.length === 0) return traces
  const [first] = problems
  const list = problems.length === 1 ? first : `${problems.length} problems.\n  ${problems.join('\n  ')}`
  throw new TracewrightError(`Failed to read traces: ${list}`, { at: { file } })
}
