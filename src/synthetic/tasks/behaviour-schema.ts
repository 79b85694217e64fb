import { z } from 'zod'
import { EFFECTS } from '../../schema/tool.ts'
import type { JsonObject } from '../../shared/json.ts'
import { type Handler, handlerSchema } from '../tool-spec/handler.ts'
import { cellSchema } from './state-schema.ts'

const name = z.string().min(1)
/** A name or a constant; null where the kind says it all. */
const of = z.union([z.string(), z.number(), z.boolean()]).nullable()

const handlerAnswerSchema = z.strictObject({
  collection: name,
  action: z.enum(['read', 'create', 'update', 'delete']),
  match: z.array(z.strictObject({ parameter: name, field: name })),
  one: z.boolean(),
  set: z.array(
    z.strictObject({
      field: name,
      kind: z.enum(['parameter', 'value', 'add', 'subtract', 'id', 'now']),
      of,
    }),
  ),
  non_negative: z.array(name),
  outputs: z.array(
    z.strictObject({
      output: name,
      kind: z.enum(['field', 'values', 'count', 'sum', 'parameter', 'value']),
      of,
    }),
  ),
})
type HandlerAnswer = z.infer<typeof handlerAnswerSchema>

/** What a model is asked for of one tool: what it does to the state, and one call with its result. */
export const behaviourSchema = z.strictObject({
  effect: z.enum(EFFECTS),
  /** How it answers from the state; null where its results do not follow from it. */
  handler: handlerAnswerSchema.nullable(),
  call: z.array(z.strictObject({ parameter: name, value: cellSchema })),
  result: z.array(z.strictObject({ output: name, value: cellSchema })),
})
export type Behaviour = z.infer<typeof behaviourSchema>

const source = ({ kind, of }: HandlerAnswer['set'][number]): unknown =>
  kind === 'value' ? { value: of } : kind === 'now' ? { now: true } : { [kind]: of }

const view = ({ kind, of }: HandlerAnswer['outputs'][number]): unknown =>
  kind === 'count' ? { count: true } : { [kind]: of }

/** The handler as a specification holds it; a message where a name is missing. */
export function handlerFrom({ set, outputs, non_negative, ...rest }: HandlerAnswer): Handler | string {
  const parsed = handlerSchema.safeParse({
    ...rest,
    set: set.map((one) => ({ field: one.field, to: source(one) })),
    nonNegative: non_negative,
    outputs: outputs.map((one) => ({ output: one.output, from: view(one) })),
  })
  if (parsed.success) return parsed.data
  const paths = parsed.error.issues.map(({ path }) => path.join('/'))
  return `the handler lacks a name in "of": ${[...new Set(paths)].join(', ')}`
}

/** Arguments or outputs by name; null stands for a value that is not given. */
export const objectFrom = (
  entries: readonly { name: string; value: z.infer<typeof cellSchema> }[],
): JsonObject =>
  Object.fromEntries(entries.flatMap(({ name, value }) => (value === null ? [] : [[name, value] as const])))
