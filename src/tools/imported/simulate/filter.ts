import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { bareName } from '../../../shared/english.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import type { Entity, ImportedTool } from '../toolkit.ts'
import { isPaging } from './pages.ts'

const SEARCH = /^(?:q|query|search|term|text|keyword)s?$/

const folded = (value: Json): string => String(value).trim().toLowerCase()

const matches = (value: Json | undefined, wanted: Json): boolean => {
  if (Array.isArray(wanted)) return wanted.length === 0 || wanted.some((one) => matches(value, one))
  if (Array.isArray(value))
    return value.some(
      (one) =>
        matches(one, wanted) || (isObject(one) && Object.values(one).some((part) => matches(part, wanted))),
    )
  if (value === undefined || value === null) return false
  return folded(value) === folded(wanted)
}

/** The field that a parameter filters by: of its name, or of its meaning where it is an id of another kind. */
function fieldFor(
  parameter: string,
  schema: Json | undefined,
  { schema: { properties } }: Entity,
): string | undefined {
  if (!isObject(properties)) return undefined
  const exact = Object.keys(properties).find((name) => bareName(name) === bareName(parameter))
  if (exact !== undefined) return exact
  const meaning = isObject(schema) ? schema[SEMANTIC_KEY] : undefined
  if (typeof meaning !== 'string' || !meaning.startsWith('id:')) return undefined
  return Object.keys(properties).find((name) => {
    const field = properties[name]
    return isObject(field) && field[SEMANTIC_KEY] === meaning
  })
}

/** What a list gives, on all its pages: filtered by the parameters that are fields, and searched. */
export function listedRecords(
  records: readonly JsonObject[],
  args: JsonObject,
  tool: ImportedTool,
  entity: Entity,
): JsonObject[] {
  const properties = isObject(tool.input.properties) ? tool.input.properties : {}
  let found = [...records]
  for (const [name, value] of Object.entries(args)) {
    if (entity.scope.includes(name) || isPaging(tool, name)) continue
    if (value === null || value === 'all' || value === '') continue
    const field = fieldFor(name, properties[name], entity)
    if (field !== undefined) found = found.filter((record) => matches(record[field], value))
    else if (SEARCH.test(bareName(name))) found = found.filter((record) => holds(record, folded(value)))
  }
  return found
}

const holds = (value: Json, text: string): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((item) => holds(item, text))
    : folded(value).includes(text)
