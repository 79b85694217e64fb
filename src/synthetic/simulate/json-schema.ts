import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { inferTypes } from '../../tools/imported/infer-types.ts'
import type { Rule } from '../tool-spec/rule.ts'
import type { SpecShape, ToolSpec } from '../tool-spec/tool-spec.ts'

const withoutUndefined = (value: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(value).filter((entry): entry is [string, Json] => entry[1] !== undefined))

/** JSON Schema (draft 2020-12) of a shape. */
function schemaOf(shape: SpecShape): JsonObject {
  const { type, properties, requiredProperties, items } = shape
  const { description, format, minimum, maximum, minItems, maxItems } = shape
  return withoutUndefined({
    type: type === 'any' ? undefined : type,
    description,
    enum: type === 'array' ? undefined : shape.enum,
    format,
    minimum,
    maximum,
    minItems,
    maxItems,
    // A list of options beside an array is of its items.
    items: items && schemaOf(type === 'array' && shape.enum ? { enum: shape.enum, ...items } : items),
    properties:
      properties &&
      Object.fromEntries(Object.entries(properties).map(([key, property]) => [key, schemaOf(property)])),
    required: requiredProperties,
  })
}

/** What a rule says in the words of JSON Schema; undefined where it has none for it, or allows values beside. */
function wordsOf(rule: Rule): JsonObject | undefined {
  if (rule.kind === 'one_of') return rule.quantifier === 'every' ? { enum: rule.values } : undefined
  if (rule.kind !== 'range' || rule.allow.length > 0) return undefined
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = rule
  return withoutUndefined({
    [exclusiveMinimum ? 'exclusiveMinimum' : 'minimum']: minimum,
    [exclusiveMaximum ? 'exclusiveMaximum' : 'maximum']: maximum,
  })
}

/** A schema with what the rules about its value say; of an array they speak of the items. */
function withRules(schema: JsonObject, name: string, rules: readonly Rule[]): JsonObject {
  const valueRules = rules.filter(
    (rule) => 'parameter' in rule && rule.parameter === name && !('property' in rule && rule.property),
  )
  const words = Object.assign({}, ...valueRules.map((rule) => wordsOf(rule) ?? {})) as JsonObject
  if (Object.keys(words).length === 0) return schema
  if (schema.type !== 'array') return { ...schema, ...words }
  return { ...schema, items: { ...(isObject(schema.items) ? schema.items : {}), ...words } }
}

/** A default stands beside options; where it is none of them, it is one more. */
function withDefault(schema: JsonObject, standard: Json | undefined): JsonObject {
  if (standard === undefined || standard === null) return schema
  const { enum: options } = schema
  const added = Array.isArray(options) && !options.includes(standard) ? { enum: [...options, standard] } : {}
  return { ...schema, ...added, default: standard }
}

const named = (fields: readonly (readonly [string, JsonObject])[], required: string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(fields),
  required,
  additionalProperties: false,
})

export const inputSchemaOf = ({ parameters, rules }: ToolSpec): JsonObject =>
  named(
    parameters.map(({ name, required: _, default: standard, ...shape }) => [
      name,
      withDefault(withRules(schemaOf(shape), name, rules), standard),
    ]),
    parameters.filter(({ required }) => required).map(({ name }) => name),
  )

export const outputSchemaOf = ({ outputs }: ToolSpec): JsonObject =>
  named(
    outputs.map(({ name, ...shape }) => [name, schemaOf(shape)]),
    outputs.map(({ name }) => name),
  )

export function schemasOf(tool: ToolSpec): { inputSchema: JsonObject; outputSchema: JsonObject } {
  const { inputSchema, outputSchema } = inferTypes({
    name: tool.name,
    category: '',
    effect: 'read',
    description: '',
    inputSchema: inputSchemaOf(tool),
    outputSchema: outputSchemaOf(tool),
  })
  return { inputSchema: inputSchema as JsonObject, outputSchema: outputSchema as JsonObject }
}
