import { type Trace, traceSchema, type Usage, usageSchema } from '../../schema/trace.ts'
import { type Fields, isAbsent, isFields } from './fields.ts'
import type { ImportedTrace, ImportReading, TraceFormat } from './format.ts'
import { KNOWN, readTraceList } from './list.ts'
import { mergedTools, offeredTools } from './offered-tools.ts'
import { problemIn, readOwn } from './own.ts'
import { describe, ImportProblem } from './problem.ts'
import { promptsBeside, requestBeside } from './prompts.ts'
import { unwrap } from './unwrap.ts'

export type { ImportedTrace, TraceFormat } from './format.ts'

const unknownShape = (value: unknown): ImportProblem =>
  new ImportProblem(`${describe(value)} is no known shape. ${KNOWN}.`)

/** Fields of a trace that may stand beside messages. */
const BESIDE = [
  'final_answer',
  'structured_answer',
  'duration_ms',
  'agent',
  'models',
  'seed',
  'attempt',
  'failure',
  'refused',
  'suite',
  'project',
]

/** The fields of a trace that a stored line says itself; frameworks have a `usage` of their own. */
function toldBeside(line: Fields, read: Usage | undefined): Fields {
  const told = BESIDE.filter((name) => line[name] !== undefined).map((name) => [name, line[name]])
  const usage = usageSchema().safeParse(isFields(line.usage) ? { ...read, ...line.usage } : undefined)
  return { ...Object.fromEntries(told), ...(usage.success ? { usage: usage.data } : {}) }
}

const traceOf = (
  {
    format,
    unknown,
    bare,
    calls,
    final_answer,
    usage,
    prompts = [],
    tools = [],
  }: ImportReading & { format: TraceFormat },
  taskId: string,
): ImportedTrace => ({
  trace: { task_id: taskId, calls, final_answer, attempt: 0, ...(usage === undefined ? {} : { usage }) },
  format,
  unknown,
  bare,
  prompts,
  tools,
})

/** What stands beside a trace says more than what is in it. */
const withBeside = (imported: ImportedTrace, value: Fields): ImportedTrace => {
  const prompts = promptsBeside(value)
  const told = [value.tools, requestBeside(value)?.tools].flatMap((tools) => offeredTools(tools))
  return {
    ...imported,
    prompts: prompts.length > 0 ? prompts : imported.prompts,
    tools: mergedTools(told, imported.tools),
  }
}

function readObject(value: Fields, taskId: string): ImportedTrace {
  if (Array.isArray(value.calls)) return withBeside(readOwn({ ...value, calls: value.calls }, taskId), value)
  const wrapped = unwrap(value)
  if (wrapped === undefined) throw unknownShape(value)
  const read = traceOf(readTraceList(wrapped.list, wrapped.formats, wrapped.usage), taskId)
  const imported = withBeside(read, value)
  if (isAbsent(value.task_id)) return imported
  const stored: Fields = {
    ...imported.trace,
    task_id: value.task_id,
    ...toldBeside(value, imported.trace.usage),
  }
  const parsed = traceSchema().safeParse(stored)
  if (!parsed.success) throw problemIn(parsed.error)
  const trace: Trace = parsed.data
  return { ...imported, trace }
}

/**
 * Reads a trace from what an agent left behind: a trace of ours, messages of OpenAI, LangChain or the AI SDK,
 * steps of the AI SDK, GenAI spans of OpenTelemetry, or a plain list of calls; alone, or in the object that
 * carries them. An object with a `task_id` is a stored line, whose own fields of a trace win.
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
    if (Array.isArray(value)) return traceOf(readTraceList(value), taskId)
    if (isFields(value)) return readObject(value, taskId)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ImportProblem('it is nested too deeply.', { cause: error })
  }
  throw unknownShape(value)
}
