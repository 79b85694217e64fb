import type { z } from 'zod'
import { declareLazily } from '../../schema/lazily.ts'
import { expectedTraceSchema, type Step, stepSchema, type Task, taskSchema } from '../../schema/task.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { listNodes } from '../load/nodes.ts'
import { describeIssues, type ParsedTask, unwrapRow } from '../load/parse-task.ts'

/** A condition of the old JSON: an operator with its operands. */
export type Condition = JsonObject

/** A step as JSON lines had it while they could decide. */
export interface OldStep extends Step {
  /** Where it does not hold, the step goes, and with it what binds its output. */
  when?: Condition
  /** One copy of the step for each item of a list, or of the list of an earlier step. */
  each?: { list: Json; where?: Condition }
}

/** An answer that depends on the world: the first whose condition holds. */
export type Branch = {
  when: Condition
  is: Json
}

const OPERATORS = '$gt $gte $lt $lte $eq $in $exists $failed $and $or $not'.split(' ')

/** The operator of a condition; undefined for other values. */
export const findOperator = (value: Json): string | undefined =>
  isObject(value) ? OPERATORS.find((operator) => Object.hasOwn(value, operator)) : undefined

export const isBranches = (answer: Json): answer is Branch[] =>
  Array.isArray(answer) &&
  answer.length > 0 &&
  answer.every((item) => isObject(item) && Object.keys(item).sort().join() === 'is,when')

const CHOOSING = ['$find', '$all', '$first', '$item', '$each'] as const
/** The key of a binding that JSON lines no longer have. */
export const readOldKey = (value: Json): (typeof CHOOSING)[number] | undefined =>
  isObject(value) ? CHOOSING.find((key) => Object.hasOwn(value, key)) : undefined

/** Steps that are named under one of some keys, wherever in a value. */
export const listNamed = (value: Json, ...keys: readonly string[]): string[] =>
  listNodes(value).flatMap(({ value: node }) =>
    isObject(node) ? keys.flatMap((key) => (typeof node[key] === 'string' ? [node[key]] : [])) : [],
  )

const oldTaskSchema = declareLazily((z): z.ZodType<Task> => {
  const condition = z.custom<JsonObject>(isObject, 'expected a condition')
  const each = z.strictObject({ list: z.json(), where: condition.optional(), most: z.int().optional() })
  const steps = z.array(stepSchema().extend({ when: condition.optional(), each: each.optional() }))
  const trace = expectedTraceSchema().extend({ steps })
  return taskSchema().extend({
    expected_trace: trace,
    alternatives: z.array(trace).optional(),
  }) as z.ZodType<Task>
})

/** A task of JSON lines that decides: its form is checked, and not what it reads. */
export function parseOldTask(row: JsonObject): ParsedTask {
  const unwrapped = unwrapRow(row)
  const parsed = oldTaskSchema().safeParse(unwrapped)
  return parsed.success
    ? { task: parsed.data }
    : { problems: describeIssues(parsed.error, oldTaskSchema(), unwrapped) }
}
