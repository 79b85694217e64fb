import type { z } from 'zod'
import { type Task, taskSchema } from '../../schema/task.ts'
import { isObject } from '../../shared/json.ts'
import type { TaskProblem } from './task-problem.ts'
import { taskProblems } from './task-problems.ts'
import { unwrapRow } from './unwrap-row.ts'

/** A task, or why it is none. */
export type ParsedTask = { task: Task; published?: true } | { problems: TaskProblem[] }

/** What zod expected, in words that fit behind "field: ". */
function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `unknown field ${issue.keys.map((key) => `"${key}"`).join(', ')}`
  return issue.message.replace(/^Invalid input: /, '').replace(/, received undefined$/, ', but it is missing')
}

/** The task that a row of any format holds, in our form or in the published one. */
export function parseTask(row: unknown): ParsedTask {
  if (!isObject(row))
    return { problems: [{ field: '', message: 'expected an object with the fields of a task' }] }
  const parsed = taskSchema().safeParse(unwrapRow(row))
  if (!parsed.success) {
    return {
      problems: parsed.error.issues.map((issue) => ({
        field: issue.path.join('.'),
        message: describe(issue),
      })),
    }
  }
  const problems = taskProblems(parsed.data)
  if (problems.length > 0) return { problems }
  return typeof row.expected_trace === 'string'
    ? { task: parsed.data, published: true }
    : { task: parsed.data }
}
