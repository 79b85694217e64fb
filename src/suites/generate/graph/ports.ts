import { append, pointerSegments } from '@hyperjump/json-pointer'
import {
  INFERRED_KEY,
  isEntityId,
  SEMANTIC_KEY,
  SEMANTIC_TYPES,
  type SemanticType,
} from '../../../schema/semantic.ts'
import type { Tool } from '../../../schema/tool.ts'
import { isObject, type JsonObject } from '../../../shared/json.ts'

/** A place where values come out of a tool, or go into one. */
export interface Port {
  tool: string
  /** JSON Pointer into the result or the arguments; the items of a list are spoken of as `-`, as in `/results/-/url`. */
  at: string
  type: SemanticType
  schema: JsonObject
  /** Whether the type was inferred from format and name, and not declared. */
  inferred: boolean
  /** Whether a call must give a value there, or a result always has one. */
  required: boolean
}

const ITEM = '-'
const known: ReadonlySet<string> = new Set(SEMANTIC_TYPES)

export const isSemanticType = (value: unknown): value is SemanticType =>
  isEntityId(value) || (typeof value === 'string' && known.has(value))

function* portsWithin(
  tool: string,
  schema: JsonObject,
  at: string,
  required: boolean,
): Generator<Port, void, undefined> {
  const type = schema[SEMANTIC_KEY]
  if (isSemanticType(type))
    yield { tool, at, type, schema, inferred: schema[INFERRED_KEY] === true, required }
  if (isObject(schema.properties)) {
    const needed = Array.isArray(schema.required) ? schema.required : []
    for (const [name, child] of Object.entries(schema.properties)) {
      if (!isObject(child)) continue
      yield* portsWithin(tool, child, append(name, at), required && needed.includes(name))
    }
  }
  if (isObject(schema.items)) yield* portsWithin(tool, schema.items, append(ITEM, at), false)
}

export const inputPorts = (tool: Tool): Port[] => [
  ...portsWithin(tool.name, tool.inputSchema as JsonObject, '', true),
]

export const outputPorts = (tool: Tool): Port[] => [
  ...portsWithin(tool.name, tool.outputSchema as JsonObject, '', true),
]

/** The pointer of the port that a pointer into an actual value belongs to: `/results/0/url` to `/results/-/url`. */
export function portPointer(pointer: string): string {
  let at = ''
  for (const segment of pointerSegments(pointer)) at = append(/^\d+$/.test(segment) ? ITEM : segment, at)
  return at
}
