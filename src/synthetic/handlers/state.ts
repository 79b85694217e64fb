import { z } from 'zod'
import type { ModelQuestion } from '../../models/ask.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { findRepeated, identifier, scalar } from '../generate/tool-schema.ts'
import { buildDesignPrompt } from '../generate/while-asking.ts'
import type { SpecParameter, ToolSpec } from '../tool-spec/tool-spec.ts'

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
type StateCollection = z.infer<typeof collectionSchema>

/** The state that a model is asked for: tables, since a schema that names no fields cannot be held to. */
const stateAnswerSchema = z.strictObject({ collections: z.array(collectionSchema).min(1) })
export type StateAnswer = z.infer<typeof stateAnswerSchema>

/** The tables as the state of a toolkit: collections of records by name. */
export const buildState = ({ collections }: StateAnswer): JsonObject =>
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

/** Records that a collection has at least, so that there are more than a task speaks of. */
const MIN_RECORDS = 4

/** The column of a field, as texts; nothing for an empty cell, each item for a list. */
const readColumn = ({ fields, rows }: StateCollection, name: string): string[] => {
  const at = fields.findIndex((field) => field.name === name)
  return rows.flatMap((row) => {
    const cell = row[at]
    if (cell === undefined || cell === null) return []
    return Array.isArray(cell) ? cell.map(String) : [String(cell)]
  })
}

function findShapeProblems(collection: StateCollection): string[] {
  const { name, key, fields, rows } = collection
  const names = fields.map((field) => field.name)
  if (!names.includes(key)) return [`the key "${key}" of ${name} is none of its fields`]
  const keys = readColumn(collection, key)
  return [
    ...findRepeated(names).map((field) => `${name} has the field "${field}" twice`),
    ...findRepeated(keys).map((value) => `${name} has two records with the ${key} "${value}"`),
    ...(keys.length < rows.length ? [`${name} has records without ${key}`] : []),
    ...rows.flatMap((row, i) =>
      row.length === names.length
        ? []
        : [`row ${i + 1} of ${name} has ${row.length} values for ${names.length} fields`],
    ),
    ...(rows.length < MIN_RECORDS
      ? [`${name} has ${rows.length} records; give at least ${MIN_RECORDS}, more than any task needs`]
      : []),
  ]
}

/** What is wrong with a state that a schema cannot say: keys, references, too few records. */
export function findStateProblems({ collections }: StateAnswer): string[] {
  const byName = new Map(collections.map((collection) => [collection.name, collection]))
  const twice = findRepeated(collections.map(({ name }) => name)).map(
    (name) => `two collections are called ${name}`,
  )
  const shapes = collections.flatMap(findShapeProblems)
  if (twice.length + shapes.length > 0) return [...twice, ...shapes]
  return collections.flatMap((collection) =>
    collection.fields.flatMap(({ name, refers_to }) => {
      if (refers_to === null) return []
      const target = byName.get(refers_to)
      if (target === undefined)
        return [`${collection.name}.${name} refers to the unknown collection ${refers_to}`]
      const keys = new Set(readColumn(target, target.key))
      return readColumn(collection, name)
        .filter((value) => !keys.has(value))
        .map((value) => `${collection.name}.${name} holds "${value}", which no record of ${refers_to} has`)
    }),
  )
}

/** Tools that share records, and what they are for. */
export interface ToolGroup {
  /** Lines that say where the tools belong: `Field: ...`. */
  readonly about: readonly string[]
  readonly tools: readonly ToolSpec[]
}

/** Asks for the records that tools work on. */
export const buildStateQuestion = ({ about, tools }: ToolGroup): ModelQuestion<StateAnswer> => ({
  name: 'state',
  ...buildDesignPrompt(
    ...about,
    'These tools will be simulated:',
    ...tools.map(describeTool),
    '',
    'Make up the records that the tools look up and change: collections, each a table with a key.',
    'Name a collection by the plural of what its key names: a parameter order_id points into orders. A field that ' +
      'holds the key of another collection says so in refers_to; every such value is a key there. A field that a tool ' +
      'shows has the name of its output.',
    `Each collection has ${MIN_RECORDS} to 12 records, more than any one task needs: some of them near misses of ` +
      'each other, and for each way to fail that depends on the records at least one record that brings it about.',
    'Ids, codes, numbers and addresses are long enough not to be guessed, at least five random digits or letters, and ' +
      'no value stands in two places except as a reference. Amounts add up. Use null for an empty cell.',
  ),
  schema: stateAnswerSchema,
  check: findStateProblems,
})

const describeType = ({ type, items }: Pick<SpecParameter, 'type' | 'items'>): string =>
  type === 'array' ? `array of ${items?.type ?? 'string'}` : type

function describeParameter(parameter: SpecParameter): string {
  const { name, required, description, enum: values, items, default: standard } = parameter
  const list = values ?? items?.enum
  const said = [
    describeType(parameter),
    required ? 'required' : `default ${JSON.stringify(standard ?? null)}`,
    ...(list === undefined ? [] : [`one of ${list.join(', ')}`]),
  ]
  return `  in ${name} (${said.join('; ')}): ${description}`
}

/** A tool as a prompt shows it: what goes in, what comes out, how it fails. */
export const describeTool = (tool: ToolSpec): string =>
  [
    `${tool.name}${tool.effect === undefined ? '' : ` [${tool.effect}]`}: ${tool.description}`,
    ...tool.parameters.map(describeParameter),
    ...tool.outputs.map((output) => `  out ${output.name} (${describeType(output)}): ${output.description}`),
    ...tool.failureModes.map((mode) => `  fails ${mode}`),
  ].join('\n')
