import type { z } from 'zod'
import { type Task, taskSchema } from '../../schema/task.ts'
import { findNearestName } from '../../shared/did-you-mean.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { parseJson, parseJsonOr } from '../../shared/parse-json.ts'
import type { TaskProblem } from './suite-error.ts'
import { findTaskProblems } from './task-problems.ts'
import { readUsualTask } from './usual-task.ts'

/** Fields that are never a text, so that a text there can only be JSON. */
const NESTED = ['expected_trace', 'alternatives', 'available_tools', 'world'] as const

const unwrap = (value: Json): Json =>
  typeof value === 'string' ? parseJsonOr(value, value, parseJson) : value

function unwrapArguments(trace: Json): Json {
  if (!isObject(trace) || !Array.isArray(trace.steps)) return trace
  const steps = trace.steps.map((step) =>
    isObject(step) && typeof step.arguments === 'string'
      ? { ...step, arguments: unwrap(step.arguments) }
      : step,
  )
  return { ...trace, steps }
}

/**
 * A row with the fields that are JSON inside a text taken out of it, as published rows hold some of them. The
 * expected answer may be a text of its own right, and is taken for JSON only beside a trace that was.
 */
export function unwrapRow(row: JsonObject): JsonObject {
  const unwrapped = { ...row }
  for (const field of NESTED) {
    if (row[field] !== undefined) unwrapped[field] = unwrap(row[field])
  }
  const { expected_trace, alternatives } = unwrapped
  if (expected_trace !== undefined) unwrapped.expected_trace = unwrapArguments(expected_trace)
  if (Array.isArray(alternatives)) unwrapped.alternatives = alternatives.map(unwrapArguments)
  if (typeof row.expected_trace === 'string' && row.expected_final_answer !== undefined) {
    unwrapped.expected_final_answer = unwrap(row.expected_final_answer)
  }
  return unwrapped
}

export type ParsedTask = { task: Task; published?: true } | { problems: TaskProblem[] }

/** How a format calls its fields. */
export interface FieldNames {
  word: 'field' | 'option'
  /** The name of a field, by its path in JSON. */
  nameOf(path: string): string
}

const JSON_NAMES: FieldNames = { word: 'field', nameOf: (path) => path }

/** The fields that an object may have at a path of a schema, by their paths. */
function listFields(schema: z.core.$ZodType | undefined, path: readonly PropertyKey[], at = ''): string[] {
  const { innerType, in: input, element, shape } = Object(schema?._zod.def) as Record<string, z.core.$ZodType>
  const inner = innerType ?? input
  if (inner !== undefined) return listFields(inner, path, at)
  const [key, ...rest] = path
  const fields = Object(shape) as Record<string, z.core.$ZodType>
  if (key === undefined) return Object.keys(fields).map((name) => at + name)
  return listFields(element ?? fields[String(key)], rest, `${at}${String(key)}.`)
}

/** What zod expected, in words that fit behind "field: ". */
function describe({ code, message, path }: z.core.$ZodIssue, row: JsonObject): string {
  const value = path.reduce<unknown>((from, key) => Object(from)[key], row)
  const isGiven = code === 'invalid_type' && value !== undefined
  return (
    message
      .replace(/^Invalid input: /, '')
      .replace(/, received undefined$/, ', but it is missing')
      .replace(/, received \w+$/, '') +
    (isGiven ? `, got ${JSON.stringify(value)?.slice(0, MAX_SHOWN_LENGTH)}` : '')
  )
}
const MAX_SHOWN_LENGTH = 60

/** What a schema finds wrong with a row. A field that is missing since its name is misspelt is one problem. */
export function describeIssues(
  { issues }: z.ZodError,
  schema: z.ZodType,
  row: JsonObject,
  { word, nameOf }: FieldNames = JSON_NAMES,
): TaskProblem[] {
  const meant = new Set<string>()
  const unknown = issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return []
    const at = issue.path.map((key) => `${String(key)}.`).join('')
    const fields = listFields(schema, issue.path)
    const names = fields.map((path) => nameOf(path).slice(nameOf(at).length))
    return issue.keys.map((key) => {
      const nearest = findNearestName(key, names)
      if (nearest !== undefined) meant.add(fields[names.indexOf(nearest)] as string)
      const guess = nearest === undefined ? '' : `; did you mean "${nearest}"?`
      return { field: nameOf(issue.path.join('.')), message: `unknown ${word} "${key}"${guess}` }
    })
  })
  // What misses a field says so of the object.
  const strange = issues.flatMap(({ code, path }) => (code === 'unrecognized_keys' ? [path.join('.')] : []))
  const others = issues.filter(({ path }) => ![...meant, ...strange].includes(path.join('.')))
  return [
    ...unknown,
    ...others.map((issue) => ({ field: nameOf(issue.path.join('.')), message: describe(issue, row) })),
  ]
}

/** What is wrong with a task whose fields are as the schema has them. */
function checkTask(task: Task): ParsedTask {
  const problems = findTaskProblems(task)
  return problems.length > 0 ? { problems } : { task }
}

/**
 * The task that a row of any format holds, in our form or in the published one.
 *
 * @param names How its problems name its fields. Default: as JSON does.
 */
export function parseTask(row: unknown, names?: FieldNames): ParsedTask {
  if (!isObject(row))
    return { problems: [{ field: '', message: 'expected an object with the fields of a task' }] }
  const unwrapped = unwrapRow(row)
  const usual = readUsualTask(unwrapped)
  const parsed =
    usual === undefined ? taskSchema().safeParse(unwrapped) : { success: true as const, data: usual }
  if (!parsed.success) return { problems: describeIssues(parsed.error, taskSchema(), unwrapped, names) }
  const checked = checkTask(parsed.data)
  return 'task' in checked && typeof row.expected_trace === 'string'
    ? { ...checked, published: true }
    : checked
}
