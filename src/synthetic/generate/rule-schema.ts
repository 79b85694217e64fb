import { z } from 'zod'

const name = z.string().min(1)
const scalar = z.union([z.string(), z.number(), z.boolean()])
/** The failure mode that a call gets which breaks the rule; one of the tool's `errors`, word for word. */
const error = z.string().min(1)
const bound = z.number().nullable()

const RULE_FORMATS = [
  'date-time',
  'date',
  'time',
  'email',
  'uri',
  'uuid',
  'json',
  'ipv4',
  'hex-color',
  'currency-code',
  'country-code',
  'language-code',
  'pattern',
] as const

/**
 * What a tool demands of the arguments of a call, so that a program can check it. Every property is there
 * and null where it says nothing: models that are held to a schema want it so.
 */
export const generatedRuleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('closed-list'), parameter: name, values: z.array(scalar).min(1), error }),
  z.strictObject({
    kind: z.literal('range'),
    parameter: name,
    minimum: bound,
    maximum: bound,
    exclusive_minimum: z.boolean(),
    exclusive_maximum: z.boolean(),
    error,
  }),
  z.strictObject({
    kind: z.literal('length'),
    parameter: name,
    /** Characters of a string, or items of an array. */
    minimum: bound,
    maximum: bound,
    error,
  }),
  z.strictObject({
    kind: z.literal('format'),
    parameter: name,
    format: z.enum(RULE_FORMATS),
    /** Regular expression that the whole value matches; for the format `pattern` alone. */
    pattern: z.string().nullable(),
    error,
  }),
  z.strictObject({ kind: z.literal('equal-lengths'), parameters: z.array(name).min(2), error }),
  z.strictObject({
    kind: z.literal('required-if'),
    parameter: name,
    when: z.strictObject({
      parameter: name,
      /** Null: whenever that parameter is given. */
      equals: scalar.nullable(),
    }),
    error,
  }),
  z.strictObject({ kind: z.literal('mutually-exclusive'), parameters: z.array(name).min(2), error }),
  z.strictObject({
    kind: z.literal('ordering'),
    lower: name,
    higher: name,
    /** Whether equal values break it. */
    strict: z.boolean(),
    error,
  }),
  z.strictObject({
    kind: z.literal('exists-in'),
    parameter: name,
    /** Collection of the state, and the key of its records that holds the value. */
    collection: name,
    key: name,
    error,
  }),
  z.strictObject({
    kind: z.literal('transition'),
    /** Names the record by the key of the collection. */
    parameter: name,
    collection: name,
    key: name,
    /** Property of the record that the call changes, from one of these values to that one. */
    property: name,
    from: z.array(z.string()).min(1),
    to: z.string(),
    error,
  }),
])
export type GeneratedRule = z.infer<typeof generatedRuleSchema>

/** Parameters that a rule names. */
export function ruleParametersOf(rule: GeneratedRule): string[] {
  switch (rule.kind) {
    case 'equal-lengths':
    case 'mutually-exclusive':
      return rule.parameters
    case 'ordering':
      return [rule.lower, rule.higher]
    case 'required-if':
      return [rule.parameter, rule.when.parameter]
    default:
      return [rule.parameter]
  }
}
