import type { z } from 'zod'
import { declareLazily } from '../../schema/lazily.ts'
import { hasSucceeded, traceSchema } from '../../schema/trace.ts'
import { isObject, type JsonObject } from '../../shared/json.ts'
import { openAiResponses } from './message-tables.ts'
import {
  buildBadArguments,
  checkIds,
  type ImportedTrace,
  type ListFormat,
  readToolAnswer,
} from './outcomes.ts'
import {
  cutText,
  type Fields,
  ImportProblem,
  isAbsent,
  isFields,
  readArguments,
  readTextField,
} from './values.ts'

/** A call as files hold it: what a recorder did not know may be missing. */
const storedCallSchema = declareLazily((z) =>
  z.looseObject({
    id: z.string().optional(),
    tool_name: z.string(),
    arguments: z.custom<JsonObject>(isObject, 'expected an object').default({}),
    status: z.union([z.int(), z.enum(['ok', 'error'])]).optional(),
    error: z.unknown().optional(),
  }),
)

/** The first thing that is wrong with a trace, and where. */
export function createProblem(error: z.ZodError, under: readonly PropertyKey[] = []): ImportProblem {
  const [issue] = error.issues
  const path = [...under, ...(issue?.path ?? [])].map((key) => cutText(String(key)))
  return new ImportProblem(`${path.join('.')}: ${issue?.message}.`)
}

function completeCall(raw: unknown, i: number): unknown {
  const parsed = storedCallSchema().safeParse(raw)
  if (!parsed.success) throw createProblem(parsed.error, ['calls', i])
  const { status, error, ...rest } = parsed.data
  const isFailed = status === 'error' || (status === undefined && !isAbsent(error))
  return {
    id: `call_${i + 1}`,
    ...(rest.started === undefined ? { turn: i, started: 2 * i, ended: 2 * i + 1 } : {}),
    ...rest,
    status: typeof status === 'number' ? status : isFailed ? 500 : 200,
    ...(isAbsent(error)
      ? {}
      : { error: typeof error === 'string' ? { code: 'error', message: error } : error }),
  }
}

/** A trace of ours, whose calls may lack ids, outcomes and order. */
export function readOwn(row: Fields & { calls: readonly unknown[] }, taskId: string): ImportedTrace {
  const parsed = traceSchema().safeParse({ task_id: taskId, ...row, calls: row.calls.map(completeCall) })
  if (!parsed.success) throw createProblem(parsed.error)
  const trace = parsed.data
  checkIds(trace.calls.map(({ id }) => id))
  // A call that succeeded, as far as is known, without saying what it gave.
  const unknown = trace.calls
    .filter((call) => hasSucceeded(call) && call.result === undefined)
    .map(({ id }) => id)
  const isBare = (call: unknown): boolean => isFields(call) && call.started === undefined
  const bare = row.calls.length > 0 && row.calls.every(isBare)
  return { trace, format: 'tracewright', unknown, bare, prompts: [], tools: [] }
}

/** Fields that may hold the arguments of a listed call. */
export const ARGUMENTS = ['args', 'arguments', 'input']
/** What a call of a recorded trace may tell beside tool and arguments. */
const KEPT_FIELDS = ['id', 'status', 'error', 'turn', 'started', 'ended', 'committed']

function fits(item: unknown): boolean {
  if (!isFields(item) || item.role !== undefined || item.attributes !== undefined) return false
  if (openAiResponses.fits(item) || readTextField(item, 'name tool_name') === undefined) return false
  return ARGUMENTS.filter((name) => name in item).length === 1
}

function normalizeStored(item: Fields): Fields {
  const name = readTextField(item, 'tool_name name') as string
  const { arguments: args, problem } = readArguments(
    item[ARGUMENTS.find((field) => field in item) as string],
    `the call of ${name}`,
  )
  const kept = KEPT_FIELDS.filter((field) => !isAbsent(item[field])).map((field) => [field, item[field]])
  const result = item.result ?? item.output
  const isTold = !isAbsent(item.status) || !isAbsent(item.error)
  const outcome = isAbsent(result) ? {} : isTold ? { result } : readToolAnswer(name, result)
  return {
    ...Object.fromEntries(kept),
    tool_name: name,
    arguments: args,
    ...(problem === undefined ? outcome : buildBadArguments(problem)),
  }
}

/** Plain lists of calls, `{name, args}` and its kin: each call is a turn of its own. */
export const callList: ListFormat = {
  name: 'call-list',
  fits,
  read(list) {
    const { trace, unknown, bare } = readOwn({ calls: list.map(normalizeStored) }, 'calls')
    return { calls: trace.calls, final_answer: null, unknown, bare }
  },
}
