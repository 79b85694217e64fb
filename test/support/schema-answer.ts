import { createHash } from 'node:crypto'
import type { Json, JsonObject } from '../../src/shared/json.ts'

const isSchema = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null

/**
 * A value that fits a JSON Schema as models are sent them, the same for the same schema and text: texts hang on the text,
 * of several forms it takes the first that is not null.
 */
export function buildSchemaAnswer(schema: JsonObject, text: string, at = ''): Json {
  const forms = (schema.anyOf ?? schema.oneOf) as JsonObject[] | undefined
  // A tool that answers refuses nothing.
  if (at === '/refusal') return null
  const form = forms?.find((one) => one.type !== 'null')
  if (form !== undefined) return buildSchemaAnswer(form, text, at)
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  const hash = createHash('sha256').update(`${at} ${text}`).digest('hex')
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(isSchema(schema.properties) ? (schema.properties as JsonObject) : {}).map(
        ([name, inner]) => [name, buildSchemaAnswer(inner as JsonObject, text, `${at}/${name}`)],
      ),
    )
  if (type === 'array') return [buildSchemaAnswer(schema.items as JsonObject, text, `${at}/0`)]
  if (type === 'integer' || type === 'number') return Number(schema.minimum ?? 1)
  if (type === 'boolean') return true
  return `It is ${hash.slice(0, 8)}.`
}
