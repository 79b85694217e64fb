import type { z } from 'zod'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { declareLazily } from './lazily.ts'

/** Compares two operands. Texts are ordered only as dates; nothing is greater, less than or equal to null. */
export const COMPARISONS = ['$gt', '$gte', '$lt', '$lte', '$eq', '$in'] as const
export type ComparisonOperator = (typeof COMPARISONS)[number]
const OPERATORS: readonly string[] = [...COMPARISONS, '$exists', '$failed', '$and', '$or', '$not']

/** A condition over the outputs of earlier steps, as JSON; {@link conditionSchema} has its forms. */
export type Condition = JsonObject

/** JSON, once for all schemas. */
export const json = declareLazily((z) => z.json())
const pair = declareLazily((z) => z.tuple([json(), json()]))

/** What holds, or does not, in a world. */
export const conditionSchema = declareLazily((z): z.ZodType<Condition> => {
  const inner = z.lazy(() => conditionSchema())
  return z
    .union(
      [
        z.strictObject({ $gt: pair().describe('The first is greater; texts are compared as dates') }),
        z.strictObject({ $gte: pair().describe('The first is greater or equal') }),
        z.strictObject({ $lt: pair().describe('The first is less; texts are compared as dates') }),
        z.strictObject({ $lte: pair().describe('The first is less or equal') }),
        z.strictObject({ $eq: pair().describe('Both are equal') }),
        z.strictObject({ $in: pair().describe('The first is a member of a list, or a part of a text') }),
        z.strictObject({ $exists: json().describe('The value is set and not null') }),
        z.strictObject({
          $failed: z.string().min(1).describe('Id of an earlier step: holds if the tool refused it'),
        }),
        z.strictObject({ $and: z.array(inner).min(1) }),
        z.strictObject({ $or: z.array(inner).min(1) }),
        z.strictObject({ $not: inner }),
      ],
      'expected a condition, such as {"$gt": [{"$from": "step_1", "at": "/price"}, 100]}, {"$exists": binding}, {"$failed": "step_1"} or {"$and": [condition, ...]}',
    )
    .meta({
      id: 'condition',
      description:
        'A condition; its operands are values, bindings of earlier steps and, within "where", {"$item": "/pointer"}',
    }) as z.ZodType<Condition>
})

/** Repeats a step for the items of a list. */
export const eachSchema = declareLazily((z) =>
  z
    .strictObject({
      list: z
        .union([z.string().min(1), z.custom<JsonObject>(isObject)])
        .describe('The list: a binding, or the id of an earlier step with "each", to reuse its items'),
      where: conditionSchema()
        .optional()
        .describe('Which items count; {"$item": "/pointer"} is a part of one'),
      most: z.int().min(1).max(50).optional().describe('More items are an error of the task. Default 8'),
    })
    .describe(
      'One copy of the step for each item; {"$item": "/pointer"} in its arguments is a part of the item',
    ),
)
export type Each = z.infer<ReturnType<typeof eachSchema>>

/** An answer that depends on the world: the first whose condition holds. */
export const branchesSchema = declareLazily((z) =>
  z
    .array(z.strictObject({ when: conditionSchema(), is: json() }))
    .min(1)
    .describe('The answer is the first "is" whose "when" holds'),
)
export type Branch = { when: Condition; is: Json }

/** Whether an expected answer is a list of {@link Branch}es, and not one of plain values. */
export const isBranches = (answer: Json | undefined): answer is Branch[] =>
  Array.isArray(answer) &&
  answer.length > 0 &&
  answer.every((item) => isObject(item) && Object.keys(item).sort().join() === 'is,when')

/** The operator of a condition; undefined for other values. */
export const findOperator = (value: Json): string | undefined =>
  isObject(value) ? OPERATORS.find((operator) => Object.hasOwn(value, operator)) : undefined

/** The operands of a condition, those of the conditions within it included; none of what is not a condition. */
export function listOperands(condition: Condition): Json[] {
  const operator = findOperator(condition)
  if (operator === undefined || operator === '$failed') return []
  const operand = condition[operator] as Json
  if (operator === '$exists') return [operand]
  if (operator === '$not') return listOperands(operand as Condition)
  return operator === '$and' || operator === '$or'
    ? (operand as Condition[]).flatMap(listOperands)
    : (operand as Json[])
}
