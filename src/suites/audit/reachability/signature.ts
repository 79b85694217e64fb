import { isEntityId } from '../../../schema/semantic.ts'
import { isObject, type Json, listChildren } from '../../../shared/json.ts'
import { memoizeByObject } from '../../../shared/memoize.ts'
import { appendKey } from '../../../shared/pointer.ts'
import { parseNumber } from '../../../tasks/equality.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'

/** Types of numbers. A bare number of a prompt can be any of them. */
export const NUMERIC: readonly string[] = [
  'number',
  'amount',
  'celsius',
  'confidence',
  'coordinate',
  'count',
  'distance',
  'duration',
  'index',
  'limit',
  'percent',
  'price',
  'rate',
  'score',
  'size',
  'temperature',
]

export const OPEN_TYPES: readonly string[] = ['text', 'title', 'label', 'query', 'json', 'html', 'code']
/** Types that a place without a schema may hold. */
const PLAIN: readonly string[] = ['number', 'text', 'json', 'numbers', 'texts', 'records']

/** The types that a parameter of a type takes beside its own. */
const TAKES: Readonly<Record<string, readonly string[]>> = {
  amount: ['price'],
  celsius: ['temperature'],
  datetime: ['date'],
  json: ['records'],
  number: NUMERIC,
  price: ['amount'],
  query: ['title'],
  temperature: ['celsius'],
  text: ['title'],
}

/** The part of a JSON Schema that the search reads. */
export interface ValueSchema {
  type?: string | string[]
  anyOf?: ValueSchema[]
  enum?: Json[]
  default?: Json
  minimum?: number
  maximum?: number
  items?: ValueSchema
  properties?: Record<string, ValueSchema>
  additionalProperties?: boolean | ValueSchema
  required?: string[]
  'x-semantic'?: string
}

/** JSON types that a schema allows, without null; empty where it allows every one. */
function listJsonTypes(schema: ValueSchema): string[] {
  const declared = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const all = [...declared, ...(schema.anyOf ?? []).flatMap(listJsonTypes)]
  return [...new Set(all)].filter((type) => type !== 'null')
}

function classifySchema(schema: ValueSchema | undefined): string {
  const [type] = schema === undefined ? [] : listJsonTypes(schema)
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'array') {
    const item = classifySchema(schema?.items)
    return item === 'number' ? 'numbers' : item === 'text' ? 'texts' : 'records'
  }
  return type === 'string' ? 'text' : type === 'boolean' ? 'boolean' : 'json'
}

/** The declared meaning of a schema, else what its JSON type allows. */
export const typeOfSchema = (schema: ValueSchema | undefined): string =>
  schema?.['x-semantic'] ?? classifySchema(schema)

export function classifyValue(value: Json): string {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'boolean'
  if (!Array.isArray(value) || value.length === 0) return isObject(value) ? 'records' : 'json'
  if (value.every((item) => typeof item === 'number')) return 'numbers'
  return value.every((item) => typeof item === 'string') ? 'texts' : 'records'
}

export interface ToolParameter {
  name: string
  schema: ValueSchema
  required: boolean
  takes: readonly string[]
  /** Values that the schema names: the members of an enum, both truth values, the default. */
  named: readonly Json[]
  /** Whether it takes named values alone. */
  closed: boolean
}

interface ToolOutput {
  schema: ValueSchema
  type: string
  /** Whether any JSON may stand there. */
  open: boolean
}

interface Signature {
  /** In the order of their names. */
  parameters: readonly ToolParameter[]
  /** Places where a value could stand that another call gives as well. */
  outputs: readonly ToolOutput[]
  gives: ReadonlySet<string>
}

function buildParameter(name: string, schema: ValueSchema, required: boolean): ToolParameter {
  const members = schema.enum ?? (listJsonTypes(schema).join() === 'boolean' ? [true, false] : undefined)
  const fallback = schema.default === undefined ? [] : [schema.default]
  const type = typeOfSchema(schema)
  return {
    name,
    schema,
    required,
    takes: [...new Set([type, ...(TAKES[type] ?? [])])],
    named: members ?? fallback,
    closed: members !== undefined,
  }
}

/** The schemas of what an array or object holds; an empty schema where it declares none. */
function listChildSchemas(schema: ValueSchema): ValueSchema[] {
  const types = listJsonTypes(schema)
  const named = Object.values(schema.properties ?? {})
  const more = typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []
  const items = types.includes('array') ? [schema.items ?? {}] : []
  const unnamed = types.includes('object') && named.length + more.length === 0 ? [{}] : []
  return [...named, ...more, ...items, ...unnamed]
}

const listOutputsWithin = (schema: ValueSchema): ToolOutput[] => [
  { schema, type: typeOfSchema(schema), open: listJsonTypes(schema).length === 0 },
  ...listChildSchemas(schema).flatMap(listOutputsWithin),
]

/** What goes into a tool and what comes out, by its schemas. */
export const signatureOf = memoizeByObject((tool: Simulator): Signature => {
  const input = tool.inputSchema as ValueSchema
  const output = tool.outputSchema as ValueSchema
  const outputs = Object.values(output.properties ?? {}).flatMap(listOutputsWithin)
  // Of unrelated results only ids lead on; other values equal them by chance alone.
  const leading = tool.hasUnrelatedResults ? outputs.filter(({ type }) => isEntityId(type)) : outputs
  return {
    parameters: Object.entries(input.properties ?? {})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => buildParameter(name, schema, input.required?.includes(name) === true)),
    outputs: tool.hasUnrelatedResults ? [] : outputs,
    gives: new Set(leading.flatMap(({ type, open }) => (open ? [type, ...PLAIN] : [type]))),
  }
})

/** A known value in the JSON type of a parameter, or undefined where the schema does not allow it. */
export function convertToArgument(value: Json, { schema }: ToolParameter): Json | undefined {
  const { minimum = -Infinity, maximum = Infinity } = schema
  const types = listJsonTypes(schema)
  return (types.length === 0 ? ['any'] : types)
    .map((type) => convertToJsonType(value, type))
    .find((given) => (typeof given !== 'number' ? given !== undefined : given >= minimum && given <= maximum))
}

function convertToJsonType(value: Json, type: string): Json | undefined {
  if (type === 'string') return typeof value === 'string' ? value : JSON.stringify(value)
  if (type === 'number' || type === 'integer') {
    const number = typeof value === 'string' ? parseNumber(value) : value
    const fits = typeof number === 'number' && (type === 'number' || Number.isInteger(number))
    return fits ? number : undefined
  }
  const isOfType = {
    boolean: typeof value === 'boolean',
    array: Array.isArray(value),
    object: isObject(value),
  }
  return (isOfType as Record<string, boolean>)[type] === false ? undefined : value
}

const DIGITS_ONLY = /^[^\p{L}]*\d[^\p{L}]*$/u

/** Whether a value could stand at a place of a tool's results, by its JSON type and meaning. */
function couldStand(value: Json, types: ReadonlySet<string>, { schema, type, open }: ToolOutput): boolean {
  if (open) return true
  if (schema.enum !== undefined) return schema.enum.includes(value)
  const jsonTypes = listJsonTypes(schema)
  const isNumeric = jsonTypes.includes('number') || jsonTypes.includes('integer')
  const isText =
    jsonTypes.includes('string') && (OPEN_TYPES.includes(type) || types.has(type) || types.size === 0)
  if (isText) return value !== null
  if (typeof value === 'number') {
    if (jsonTypes.includes('string') && NUMERIC.includes(type)) return true
    return isNumeric && (jsonTypes.includes('number') || Number.isInteger(value))
  }
  if (typeof value === 'boolean') return jsonTypes.includes('boolean')
  if (typeof value === 'string') return isNumeric && DIGITS_ONLY.test(value)
  return value !== null && jsonTypes.includes(Array.isArray(value) ? 'array' : 'object')
}

/** Whether a call of a tool could give a value of some types, or a part of it. */
export const couldGive = (tool: Simulator, value: Json, types: ReadonlySet<string>): boolean =>
  signatureOf(tool).outputs.some((output) => couldStand(value, types, output)) ||
  listChildren(value).some((part) => couldGive(tool, part, types))

/** Scalars that an array or object may hold to count as one value: longer ones are known by their parts. */
const MAX_PARTS = 60

/** Is told a value of a result, its schema and the keys that lead to it, which change afterwards. */
export type ValueVisitor = (
  value: Json,
  schema: ValueSchema | undefined,
  path: readonly (string | number)[],
) => void

/** Items of a list whose values are passed on: further ones are of the same kind, and only looked at. */
const MAX_ITEMS = 3

/** Whether a place is within the first items of every list that leads to it. */
export const isAhead = (path: readonly (string | number)[]): boolean =>
  path.every((key) => typeof key === 'string' || key < MAX_ITEMS)

/** Visits the values of a result: every scalar, and every array and object that holds few. */
export function visitValues(tool: Simulator, output: Json, visitor: ValueVisitor): void {
  const path: (string | number)[] = []
  /** @returns the number of scalars within */
  const visit = (value: Json, schema: ValueSchema | undefined): number => {
    if (value === null || value === '') return 0
    if (typeof value !== 'object') {
      visitor(value, schema, path)
      return 1
    }
    let parts = 0
    const more = typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : undefined
    const isList = Array.isArray(value)
    for (const [key, child] of Object.entries(value)) {
      path.push(isList ? Number(key) : key)
      parts += visit(child, isList ? schema?.items : (schema?.properties?.[key] ?? more))
      path.pop()
    }
    if (path.length > 0 && parts <= MAX_PARTS) visitor(value, schema, path)
    return parts
  }
  visit(output, tool.outputSchema as ValueSchema)
}

export const buildPointer = (path: readonly (string | number)[]): string =>
  path.reduce<string>((pointer, key) => appendKey(pointer, String(key)), '')

/** The types that a value of a result can be passed on as. */
export function listTypes(value: Json, schema: ValueSchema | undefined): readonly string[] {
  const declared = schema?.['x-semantic']
  if (declared === 'json') return ['json', classifyValue(value)]
  return [declared ?? classifyValue(value)]
}
