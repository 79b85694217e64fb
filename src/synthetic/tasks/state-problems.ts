import { repeated } from '../generate/tool-problems.ts'
import type { StateAnswer, StateCollection } from './state-schema.ts'

/** Records that a collection has at least, so that there are more than a task speaks of. */
export const LEAST_RECORDS = 4

/** The column of a field, as texts; nothing for an empty cell, each item for a list. */
const column = ({ fields, rows }: StateCollection, name: string): string[] => {
  const at = fields.findIndex((field) => field.name === name)
  return rows.flatMap((row) => {
    const cell = row[at]
    if (cell === undefined || cell === null) return []
    return Array.isArray(cell) ? cell.map(String) : [String(cell)]
  })
}

function shapeProblems(collection: StateCollection): string[] {
  const { name, key, fields, rows } = collection
  const names = fields.map((field) => field.name)
  if (!names.includes(key)) return [`the key "${key}" of ${name} is none of its fields`]
  const keys = column(collection, key)
  return [
    ...repeated(names).map((field) => `${name} has the field "${field}" twice`),
    ...repeated(keys).map((value) => `${name} has two records with the ${key} "${value}"`),
    ...(keys.length < rows.length ? [`${name} has records without ${key}`] : []),
    ...rows.flatMap((row, i) =>
      row.length === names.length
        ? []
        : [`row ${i + 1} of ${name} has ${row.length} values for ${names.length} fields`],
    ),
    ...(rows.length < LEAST_RECORDS
      ? [`${name} has ${rows.length} records; give at least ${LEAST_RECORDS}, more than any task needs`]
      : []),
  ]
}

/** What is wrong with a state that a schema cannot say: keys, references, too few records. */
export function stateProblems({ collections }: StateAnswer): string[] {
  const byName = new Map(collections.map((collection) => [collection.name, collection]))
  const twice = repeated(collections.map(({ name }) => name)).map((name) => `${name} is there twice`)
  const shapes = collections.flatMap(shapeProblems)
  if (twice.length + shapes.length > 0) return [...twice, ...shapes]
  return collections.flatMap((collection) =>
    collection.fields.flatMap(({ name, refers_to }) => {
      if (refers_to === null) return []
      const target = byName.get(refers_to)
      if (target === undefined)
        return [`${collection.name}.${name} refers to ${refers_to}, which is not there`]
      const keys = new Set(column(target, target.key))
      return column(collection, name)
        .filter((value) => !keys.has(value))
        .map((value) => `${collection.name}.${name} holds "${value}", which no record of ${refers_to} has`)
    }),
  )
}
