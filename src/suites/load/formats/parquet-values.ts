import type { SchemaTree } from 'hyparquet'
import type { Json, JsonObject } from '../../../shared/json.ts'

/** A value that a Parquet file holds and JSON cannot carry. */
export class ValueProblem extends Error {}

/** A single value: whole numbers come as BigInt, points in time as dates. */
function leafToJson(value: unknown): Json {
  if (value === undefined) return null
  if (typeof value === 'bigint') {
    if (Number.isSafeInteger(Number(value))) return Number(value)
    throw new ValueProblem(`${value} is too large a number for JSON`)
  }
  if (value instanceof Date) return value.toISOString()
  if (ArrayBuffer.isView(value)) throw new ValueProblem('bytes, which JSON cannot carry')
  return value as Json
}

const isKind = (node: SchemaTree, kind: 'LIST' | 'MAP'): boolean =>
  node.element.converted_type === kind || node.element.logical_type?.type === kind

/**
 * A value of a column as JSON. Fields of a struct that are null are left out, because a column has no other way to
 * say that a field is not there; nulls in lists and maps stay.
 */
export function parquetToJson(value: unknown, node: SchemaTree): Json {
  if (value === null || value === undefined) return null
  const [inner] = node.children
  if (Array.isArray(value)) {
    const item = isKind(node, 'LIST') ? inner?.children[0] : node
    return value.map((each) => (item === undefined ? leafToJson(each) : parquetToJson(each, item)))
  }
  if (inner === undefined) return leafToJson(value)
  const fields = value as { [name: string]: unknown }
  if (isKind(node, 'MAP')) {
    const held = inner.children.find(({ element }) => element.name === 'value')
    const entries = Object.entries(fields)
    return Object.fromEntries(
      entries.map(([key, each]) => [key, held ? parquetToJson(each, held) : leafToJson(each)]),
    )
  }
  const object: JsonObject = {}
  for (const child of node.children) {
    const field = fields[child.element.name]
    if (field !== null && field !== undefined) object[child.element.name] = parquetToJson(field, child)
  }
  return object
}
