import { z } from 'zod'
import { EFFECTS } from '../../schema/tool.ts'
import { dropUndefinedFields, isObject, type JsonObject } from '../../shared/json.ts'
import { parseJsonOr } from '../../shared/parse-json.ts'
import { type Handler, handlerSchema } from '../../tools/imported/handlers/handler.ts'
import { writtenRuleSchema } from '../generate/rule-schema.ts'

const name = z.string().min(1)
/** A name, a constant or a formula; left out where the kind says it all. */
const of = z.union([z.string(), z.number(), z.boolean()]).optional()
/** A JSON object as text: providers want every object of a schema closed. */
const jsonText = z.string()

const handlerAnswerSchema = z.strictObject({
  collection: name.optional(),
  action: z.enum(['read', 'create', 'update', 'delete']),
  match: z.array(z.strictObject({ parameter: name, field: name })),
  page: z.strictObject({ limit: name, offset: name.optional(), page: name.optional() }).optional(),
  one: z.boolean(),
  missing: name.optional(),
  related: z.array(
    z.strictObject({ name, collection: name, field: name, equals: name, missing: name.optional() }),
  ),
  refusals: z.array(
    z.strictObject({
      when: name,
      error: name,
      code: z.union([z.literal(400), z.literal(404)]),
      parameter: name.optional(),
    }),
  ),
  set: z.array(
    z.strictObject({
      field: name,
      kind: z.enum(['parameter', 'value', 'add', 'subtract', 'id', 'now', 'formula']),
      of,
      record: name.optional(),
    }),
  ),
  non_negative: z.array(name),
  outputs: z.array(
    z.strictObject({
      output: name,
      kind: z.enum([
        'field',
        'before',
        'values',
        'records',
        'count',
        'total',
        'more',
        'sum',
        'parameter',
        'value',
        'formula',
      ]),
      of,
      /** For `records`: each property of a listed object and the field that it shows. */
      fields: z.array(z.strictObject({ property: name, field: name })),
    }),
  ),
})
export type WrittenHandler = z.infer<typeof handlerAnswerSchema>

/** What a model is asked for of one tool: rules, how it works on the records, and calls whose answers are known. */
export const handlerQuestionSchema = z.strictObject({
  effect: z.enum(EFFECTS),
  /** Rules that the specification states and that it does not have yet. */
  rules: z.array(writtenRuleSchema),
  /** How the tool answers from the records; left out where its results do not follow from them. */
  handler: handlerAnswerSchema.optional(),
  /** A call that succeeds on the records, and its whole result. */
  known: z.strictObject({ args: jsonText, output: jsonText }),
  /** For each failure mode a call that it refuses, or why it is missing. */
  failures: z.array(
    z.strictObject({
      error: name,
      verdict: z.enum(['refused', 'run_time', 'per_call']),
      args: jsonText.optional(),
    }),
  ),
})
export type HandlerAnswer = z.infer<typeof handlerQuestionSchema>

const convertSource = ({ kind, of: what }: WrittenHandler['set'][number]): unknown =>
  kind === 'now' ? { now: true } : { [kind]: what }

const view = ({ kind, of: what, fields }: WrittenHandler['outputs'][number]): unknown => {
  if (kind === 'records')
    return { records: Object.fromEntries(fields.map(({ property, field }) => [property, field])) }
  return { [kind]: kind === 'count' || kind === 'total' || kind === 'more' ? true : what }
}

/** The handler as a specification holds it; a message where a name is missing. */
export function parseHandler(written: WrittenHandler): Handler | string {
  const { set, outputs, non_negative: nonNegative, refusals, ...rest } = written
  const parsed = handlerSchema.safeParse({
    ...rest,
    refusals: refusals.map(({ error, ...refusal }) => ({ ...refusal, message: error })),
    set: set.map((one) => dropUndefinedFields({ field: one.field, to: convertSource(one), of: one.record })),
    nonNegative,
    outputs: outputs.map((one) => ({ output: one.output, from: view(one) })),
  })
  if (parsed.success) return parsed.data
  const paths = parsed.error.issues.map(({ path }) => path.join('/'))
  return `the handler lacks a name in "of": ${[...new Set(paths)].join(', ')}`
}

export function parseObject(text: string): JsonObject | undefined {
  const value = parseJsonOr(text, undefined)
  return isObject(value) ? value : undefined
}
