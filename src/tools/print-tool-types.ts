import type { Tool } from '../schema/tool.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'

/** What types of a tool are printed from. */
export type ToolSchemas = Pick<Tool, 'description' | 'inputSchema' | 'outputSchema'>

const PRIMITIVES: Readonly<Record<string, string>> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
}

const printName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

const printUnion = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'never'

function printObject({ properties, required, additionalProperties: rest }: JsonObject): string {
  const needed = Array.isArray(required) ? required : []
  const fields = Object.entries(isObject(properties) ? properties : {}).map(
    ([name, schema]) => `${printName(name)}${needed.includes(name) ? '' : '?'}: ${printType(schema)}`,
  )
  // Other fields may have any type, since an index signature has to cover the named fields as well.
  if (rest === true || isObject(rest) || (properties === undefined && rest !== false))
    fields.push(`[name: string]: ${fields.length === 0 && isObject(rest) ? printType(rest) : 'any'}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`
}

/** The TypeScript type of a JSON Schema: `any` for what it leaves open. */
export function printType(schema: Json | undefined): string {
  if (!isObject(schema)) return 'any'
  const { const: only, enum: values, type, items, properties } = schema
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(values)) return printUnion(values.map((value) => JSON.stringify(value)))
  if (Array.isArray(type)) return printUnion(type.map((one) => printType({ ...schema, type: one })))
  const choices = schema.anyOf ?? schema.oneOf
  // Next to properties such a list says which of them are required together.
  if (Array.isArray(choices) && properties === undefined) return printUnion(choices.map(printType))
  if (type === 'array') return `Array<${printType(items)}>`
  if (type === 'object' || isObject(properties)) return printObject(schema)
  return PRIMITIVES[String(type)] ?? 'any'
}

/** Fields of an interface: `name: [arguments, result]`, with the first sentence of the description. */
export const printToolFields = (tools: Iterable<readonly [name: string, ToolSchemas]>): string =>
  [...tools]
    .map(([name, { description, inputSchema, outputSchema }]) => {
      const [sentence] = description
        .replace(/\s+/g, ' ')
        .replaceAll('*/', '* /')
        .split(/(?<=\.) /)
      const types = [inputSchema, outputSchema].map((schema) => printType(schema as JsonObject))
      return `${sentence ? `    /** ${sentence} */\n` : ''}    ${printName(name)}: [${types.join(', ')}]\n`
    })
    .join('')
