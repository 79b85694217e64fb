import { z } from 'zod'

const name = z.string().min(1)

/** Where a value that is written comes from: an argument, a constant, the field changed by an argument, or a new id. */
const sourceSchema = z.union([
  z.strictObject({ parameter: name }),
  z.strictObject({ value: z.json() }),
  z.strictObject({ add: name }),
  z.strictObject({ subtract: name }),
  /** A new id of this prefix. */
  z.strictObject({ id: name }),
  /** The world's present time, as an instant. */
  z.strictObject({ now: z.literal(true) }),
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
])

/**
 * How a tool answers from the state: which records of which collection it picks by its arguments, what it does to
 * them, and what its outputs show of them. Outputs that are not named are made up by their shape.
 */
export const handlerSchema = z.strictObject({
  collection: name,
  action: z.enum(['read', 'create', 'update', 'delete']),
  /** Records whose `field` equals the argument, for all of these whose argument is given; all records where empty. */
  match: z.array(z.strictObject({ parameter: name, field: name })),
  /** Parameters that say which of the records are shown. Pages count from 1. */
  page: z.strictObject({ limit: name, offset: name.optional(), page: name.optional() }).optional(),
  /** Whether exactly one record must match; none is then answered 404. */
  one: z.boolean(),
  set: z.array(z.strictObject({ field: name, to: sourceSchema })),
  /** Fields that may not fall below zero by the change; the call is refused otherwise. */
  nonNegative: z.array(name).default([]),
  outputs: z.array(z.strictObject({ output: name, from: viewSchema })),
})
export type Handler = z.infer<typeof handlerSchema>
