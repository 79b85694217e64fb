import { z } from 'zod'

const name = z.string().min(1)

/**
 * One expression as a cell of a spreadsheet holds it, in Python's notation: `round(price * quantity, 2)`. It names
 * arguments, `record["field"]`, `before["field"]`, related records, `args` and `now`. docs/guides/synthetic-tools.md#handlers
 */
const formula = z.string().min(1)

/** Where a value that is written comes from. */
const sourceSchema = z.union([
  z.strictObject({ parameter: name }),
  z.strictObject({ value: z.json() }),
  z.strictObject({ add: name }),
  z.strictObject({ subtract: name }),
  /** A new id of this prefix. */
  z.strictObject({ id: z.string() }),
  /** The world's present time, as an instant. */
  z.strictObject({ now: z.literal(true) }),
  z.strictObject({ formula }),
])

/** What an output shows of the records that were picked, after the change. */
const viewSchema = z.union([
  /** Field of the one record. */
  z.strictObject({ field: name }),
  /** The field as it was before the change. */
  z.strictObject({ before: name }),
  /** The field of every record, as a list. */
  z.strictObject({ values: name }),
  /** Every record as an object of these properties, each with the field that it shows. */
  z.strictObject({ records: z.record(name, name) }),
  z.strictObject({ count: z.literal(true) }),
  /** Number of the records on all pages. */
  z.strictObject({ total: z.literal(true) }),
  /** Whether there are more than are on the page. */
  z.strictObject({ more: z.literal(true) }),
  /** Sum of a numeric field over the records. */
  z.strictObject({ sum: name }),
  /** The argument as it was given. */
  z.strictObject({ parameter: name }),
  z.strictObject({ value: z.json() }),
  z.strictObject({ formula }),
])

/** A record of another collection that formulas may name, and that a call may change. */
const relatedSchema = z.strictObject({
  /** Name of the record in formulas. */
  name: z.string().regex(/^[a-z][a-z0-9_]*$/),
  collection: name,
  /** Field of the record that equals the formula. */
  field: name,
  equals: formula,
  /** What a call is told that names no such record: a failure mode of the tool. Default a standard message. */
  missing: z.string().min(1).optional(),
})

/** A call is refused where the condition holds. */
const refusalSchema = z.strictObject({
  when: formula,
  /** A failure mode of the tool. */
  message: name,
  code: z.union([z.literal(400), z.literal(404)]).default(400),
  parameter: name.optional(),
})

/**
 * How a tool answers from records: which of them it picks by its arguments, when it refuses, what it does to them, and
 * what its outputs show. Data: nothing in it runs but formulas, by the bounded interpreter of expressions.
 */
export const handlerSchema = z.strictObject({
  /** Left out where the tool works on no records: it then reads, and outputs are formulas over arguments. */
  collection: name.optional(),
  action: z.enum(['read', 'create', 'update', 'delete']),
  /** Records whose `field` equals the argument, for all of these whose argument is given; all records where empty. */
  match: z.array(z.strictObject({ parameter: name, field: name })),
  /** Parameters that say which of the records are shown. Pages count from 1. */
  page: z.strictObject({ limit: name, offset: name.optional(), page: name.optional() }).optional(),
  /** Whether exactly one record must match; none is then answered 404. */
  one: z.boolean(),
  /** What a call is told where the one record is not there: a failure mode of the tool. Default a standard message. */
  missing: z.string().min(1).optional(),
  related: z.array(relatedSchema).default([]),
  refusals: z.array(refusalSchema).default([]),
  /** What is written; with `of` into a related record. */
  set: z.array(z.strictObject({ field: name, to: sourceSchema, of: name.optional() })),
  /** Fields that may not fall below zero by the change; the call is refused otherwise. */
  nonNegative: z.array(name).default([]),
  outputs: z.array(z.strictObject({ output: name, from: viewSchema })),
})
export type Handler = z.infer<typeof handlerSchema>

export const listFormulas = ({
  related,
  refusals,
  set,
  outputs,
}: Handler): { text: string; use: string }[] => [
  ...related.map(({ name: relatedName, equals }) => ({ text: equals, use: `related ${relatedName}` })),
  ...refusals.map(({ when, message }) => ({ text: when, use: `refusal "${message}"` })),
  ...set.flatMap(({ field, to }) => ('formula' in to ? [{ text: to.formula, use: `set ${field}` }] : [])),
  ...outputs.flatMap(({ output, from }) =>
    'formula' in from ? [{ text: from.formula, use: `output ${output}` }] : [],
  ),
]

/** The failure modes that a handler refuses calls by. */
export const listHandlerMessages = ({ missing, related, refusals }: Handler): string[] => [
  ...(missing === undefined ? [] : [missing]),
  ...related.flatMap((one) => one.missing ?? []),
  ...refusals.map(({ message }) => message),
]

/** Outputs that nobody can know: ids and moments that the call makes. */
export function collectMadeOutputs({ set, outputs }: Handler): ReadonlySet<string> {
  const made = new Set(set.flatMap(({ field, to }) => ('id' in to || 'now' in to ? [field] : [])))
  return new Set(
    outputs.flatMap(({ output, from }) =>
      ('field' in from && made.has(from.field)) || ('formula' in from && /\bnow\b/.test(from.formula))
        ? [output]
        : [],
    ),
  )
}
