import { isObject, type Json } from '../../shared/json.ts'

/** Types whose values are numbers that can be reckoned with. A bare number of a prompt can be any of them. */
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

/** Types of text that may hold any words, so that any sought text could stand in one. */
export const OPEN: readonly string[] = ['text', 'title', 'label', 'query', 'json', 'html', 'code']

/** What a parameter of a type takes beside values of that very type. */
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

/** The types of the values that a parameter of a type takes. */
export const typesTakenBy = (type: string): readonly string[] => [...new Set([type, ...(TAKES[type] ?? [])])]

/** The part of a JSON Schema that this module reads. */
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
export function jsonTypesOf(schema: ValueSchema): string[] {
  const own = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const all = [...own, ...(schema.anyOf ?? []).flatMap(jsonTypesOf)]
  return [...new Set(all)].filter((type) => type !== 'null')
}

/** Type of what a schema without a declared meaning holds, by its JSON type. */
function plainTypeOf(schema: ValueSchema | undefined): string {
  const [type] = schema === undefined ? [] : jsonTypesOf(schema)
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'array') {
    const item = plainTypeOf(schema?.items)
    return item === 'number' ? 'numbers' : item === 'text' ? 'texts' : 'records'
  }
  return type === 'string' ? 'text' : type === 'boolean' ? 'boolean' : 'json'
}

/** What a schema declares its values to mean, else what their JSON type lets them be. */
export const typeOfSchema = (schema: ValueSchema | undefined): string =>
  schema?.['x-semantic'] ?? plainTypeOf(schema)

/** Type of a value that nothing is declared of. */
export function plainTypeOfValue(value: Json): string {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'boolean') return 'boolean'
  if (!Array.isArray(value) || value.length === 0) return isObject(value) ? 'records' : 'json'
  if (value.every((item) => typeof item === 'number')) return 'numbers'
  return value.every((item) => typeof item === 'string') ? 'texts' : 'records'
}
