import { z } from 'zod'
import type { Json, JsonObject } from '../../shared/json.ts'

const identifier = z.string().regex(/^[a-z][a-z0-9_]*$/, 'is a name in lower case with underscores')
const scalar = z.union([z.string(), z.number(), z.boolean()])
export const cellSchema = z.union([scalar, z.array(scalar)]).nullable()

const collectionSchema = z.strictObject({
  name: identifier,
  /** The field that tells its records apart. */
  key: identifier,
  fields: z
    .array(
      z.strictObject({
        name: identifier,
        /** The collection whose key the field holds; null where it holds none. */
        refers_to: identifier.nullable(),
      }),
    )
    .min(2),
  /** One record each, its values in the order of the fields. */
  rows: z.array(z.array(cellSchema)).min(1),
})
export type StateCollection = z.infer<typeof collectionSchema>

/** The state that a model is asked for: tables, since a schema that names no fields cannot be held to. */
export const stateAnswerSchema = z.strictObject({ collections: z.array(collectionSchema).min(1) })
export type StateAnswer = z.infer<typeof stateAnswerSchema>

/** The tables as the state of a toolkit: collections of records by name. */
export const stateFrom = ({ collections }: StateAnswer): JsonObject =>
  Object.fromEntries(
    collections.map(({ name, fields, rows }) => [
      name,
      rows.map(
        (row): Json =>
          Object.fromEntries(
            fields.flatMap((field, i) => (row[i] === undefined ? [] : [[field.name, row[i]] as const])),
          ),
      ),
    ]),
  )
