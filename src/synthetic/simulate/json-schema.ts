import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { inferTypes } from '../../tools/imported/infer-types.ts'
import type { Rule } from '../tool-spec/rule.ts'
import type { SpecShape, ToolSpec } from '../tool-spec/tool-spec.ts'

const dropUndefinedValues = (value: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(value).filter((entry): entry is [string, Json] => entry[1] !== undefined))

/** JSON Schema (draft 2020-12) of a shape. */
function buildShapeSchema(shape: SpecShape): JsonObject {
  const { type, properties, requiredProperties, items } = shape
  const { description, format, minimum, maximum, minItems, maxItems } = shape
  return dropUndefinedValues({
    type: type === 'any' ? undefined : type,
    description,
    enum: type === 'array' ? undefined : shape.enum,
    format,
    minimum,
    maximum,
    minItems,
    maxItems,
    // A list of options beside an array is of its items.
    items: items && buildShapeSchema(type === 'array' && shape.enum ? { enum: shape.enum, ...items } : items),
    properties:
      properties &&
      Object.fromEntries(
        Object.entries(properties).map(([key, property]) => [key, buildShapeSchema(property)]),
      ),
    required: requiredProperties,
  })
}

/** What a rule says in the words of JSON Schema; undefined where it has none for it, or allows values beside. */
function buildRuleKeywords(rule: Rule): JsonObject | undefined {
  if (rule.kind === 'one_of') return rule.quantifier === 'every' ? { enum: rule.values } : undefined
  if (rule.kind !== 'range' || rule.allow.length > 0) return undefined
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = rule
  return dropUndefinedValues({
    [exclusiveMinimum ? 'exclusiveMinimum' : 'minimum']: minimum,
    [exclusiveMaximum ? 'exclusiveMaximum' : 'maximum']: maximum,
  })
}

/** A schema with what the rules about its value say; of an array they speak of the items. */
function addRules(schema: JsonObject, name: string, rules: readonly Rule[]): JsonObject {
  const valueRules = rules.filter(
    (rule) => 'parameter' in rule && rule.parameter === name && !('property' in rule && rule.property),
  )
  const words = Object.assign({}, ...valueRules.map((rule) => buildRuleKeywords(rule) ?? {})) as JsonObject
  if (Object.keys(words).length === 0) return schema
  if (schema.type !== 'array') return { ...schema, ...words }
  return { ...schema, items: { ...(isObject(schema.items) ? schema.items : {}), ...words } }
}

/** A default stands beside options; where it is none of them, it is one more. */
function addDefault(schema: JsonObject, standard: Json | undefined): JsonObject {
  if (standard === undefined || standard === null) return schema
  const { enum: options } = schema
  const added = Array.isArray(options) && !options.includes(standard) ? { enum: [...options, standard] } : {}
  return { ...schema, ...added, default: standard }
}

const buildObjectSchema = (
  fields: readonly (readonly [string, JsonObject])[],
  required: string[],
): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(fields),
  required,
  additionalProperties: false,
})

export const buildInputSchema = ({ parameters, rules }: ToolSpec): JsonObject =>
  buildObjectSchema(
    parameters.map(({ name, required: _, default: standard, ...shape }) => [
      name,
      addDefault(addRules(buildShapeSchema(shape), name, rules), standard),
    ]),
    parameters.filter(({ required }) => required).map(({ name }) => name),
  )

export const buildOutputSchema = ({ outputs }: ToolSpec): JsonObject =>
  buildObjectSchema(
    outputs.map(({ name, ...shape }) => [name, buildShapeSchema(shape)]),
    outputs.map(({ name }) => name),
  )

export function buildSchemas(tool: ToolSpec): { inputSchema: JsonObject; outputSchema: JsonObject } {
  const { inputSchema, outputSchema } = inferTypes({
    name: tool.name,
    category: '',
    effect: 'read',
    description: '',
    inputSchema: buildInputSchema(tool),
    outputSchema: buildOutputSchema(tool),
  })
  return { inputSchema: inputSchema as JsonObject, outputSchema: outputSchema as JsonObject }
}
