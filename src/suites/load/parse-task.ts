import type { z } from 'zod'
import { type Task, taskSchema } from '../../schema/task.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { parseJson, parseJsonOr } from '../../shared/parse-json.ts'
import type { TaskProblem } from './suite-error.ts'
import { findTaskProblems } from './task-problems.ts'

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

/** What zod expected, in words that fit behind "field: ". */
function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `unknown field ${issue.keys.map((key) => `"${key}"`).join(', ')}`
  return issue.message.replace(/^Invalid input: /, '').replace(/, received undefined$/, ', but it is missing')
}

export const describeIssues = ({ issues }: z.ZodError): TaskProblem[] =>
  issues.map((issue) => ({ field: issue.path.join('.'), message: describe(issue) }))

/** The task that a row of any format holds, in our form or in the published one. */
export function parseTask(row: unknown): ParsedTask {
  if (!isObject(row))
    return { problems: [{ field: '', message: 'expected an object with the fields of a task' }] }
  const parsed = taskSchema().safeParse(unwrapRow(row))
  if (!parsed.success) return { problems: describeIssues(parsed.error) }
  const problems = findTaskProblems(parsed.data)
  if (problems.length > 0) return { problems }
  return typeof row.expected_trace === 'string'
    ? { task: parsed.data, published: true }
    : { task: parsed.data }
}
