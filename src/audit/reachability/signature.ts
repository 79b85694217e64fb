import { numberOf } from '../../scoring/equality.ts'
import { isObject, type Json } from '../../shared/json.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import { jsonTypesOf, typeOfSchema, typesTakenBy, type ValueSchema } from './matching.ts'

/** A top-level parameter of a tool. */
export interface ToolParameter {
  name: string
  schema: ValueSchema
  required: boolean
  /** Types of the values that it takes. */
  takes: readonly string[]
  /** Values that the schema itself names: the members of an enum, both truth values, the default. */
  named: readonly Json[]
  /** Whether it takes named values alone. */
  closed: boolean
}

/** A place in the results of a tool. */
export interface ToolOutput {
  /** Name of the property of the result that it stands in. */
  property: string
  schema: ValueSchema
  type: string
  /** Whether any JSON may stand there. */
  open: boolean
}

/** What goes into a tool and what comes out, the parameters in the order of their names. */
export interface Signature {
  parameters: readonly ToolParameter[]
  outputs: readonly ToolOutput[]
}

function parameterOf(name: string, schema: ValueSchema, required: boolean): ToolParameter {
  const members = schema.enum ?? (jsonTypesOf(schema).join() === 'boolean' ? [true, false] : undefined)
  const fallback = schema.default === undefined ? [] : [schema.default]
  return {
    name,
    schema,
    required,
    takes: typesTakenBy(typeOfSchema(schema)),
    named: members ?? fallback,
    closed: members !== undefined,
  }
}

/** The schemas of what an array or object holds; anything where nothing is said of it. */
function childSchemas(schema: ValueSchema): ValueSchema[] {
  const types = jsonTypesOf(schema)
  const named = Object.values(schema.properties ?? {})
  const more = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []
  const items = types.includes('array') ? [schema.items ?? {}] : []
  const unnamed = types.includes('object') && named.length + more.length === 0 ? [{}] : []
  return [...named, ...more, ...items, ...unnamed]
}

const outputsWithin = (property: string, schema: ValueSchema): ToolOutput[] => [
  { property, schema, type: typeOfSchema(schema), open: jsonTypesOf(schema).length === 0 },
  ...childSchemas(schema).flatMap((child) => outputsWithin(property, child)),
]

/** The schema of a child of a value that a schema describes; undefined where nothing is said of it. */
export function childSchema(
  schema: ValueSchema | undefined,
  key: string,
  isItem: boolean,
): ValueSchema | undefined {
  if (isItem) return schema?.items
  const more = schema?.additionalProperties
  return schema?.properties?.[key] ?? (typeof more === 'object' ? more : undefined)
}

const signatures = new WeakMap<Simulator, Signature>()

/** The signature of a tool, by its schemas. */
export function signatureOf(tool: Simulator): Signature {
  let signature = signatures.get(tool)
  if (signature === undefined) {
    const input = tool.inputSchema as ValueSchema
    const output = tool.outputSchema as ValueSchema
    signature = {
      parameters: Object.entries(input.properties ?? {})
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, schema]) => parameterOf(name, schema, input.required?.includes(name) === true)),
      outputs: Object.entries(output.properties ?? {}).flatMap(([name, schema]) =>
        outputsWithin(name, schema),
      ),
    }
    signatures.set(tool, signature)
  }
  return signature
}

/** A known value in the JSON type of a parameter, or undefined where the schema does not allow it. */
export function asArgument(value: Json, { schema }: ToolParameter): Json | undefined {
  const types = jsonTypesOf(schema)
  for (const type of types.length === 0 ? ['any'] : types) {
    const given = asJsonType(value, type)
    if (given !== undefined && isWithin(given, schema)) return given
  }
  return undefined
}

function asJsonType(value: Json, type: string): Json | undefined {
  switch (type) {
    case 'string':
      if (typeof value === 'string') return value
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
    case 'number':
    case 'integer': {
      const number = typeof value === 'string' ? numberOf(value) : value
      if (typeof number !== 'number') return undefined
      return type === 'number' || Number.isInteger(number) ? number : undefined
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'array':
      return Array.isArray(value) ? value : undefined
    case 'object':
      return isObject(value) ? value : undefined
    default:
      return value
  }
}

const isWithin = (value: Json, { minimum = -Infinity, maximum = Infinity }: ValueSchema): boolean =>
  typeof value !== 'number' || (value >= minimum && value <= maximum)
