import { z } from 'zod'

/**
 * Where a rule was read: the machine-readable part of the specification, the description of a parameter, the usage
 * text, a failure mode, or what the name of a parameter implies.
 */
export const RULE_SOURCES = ['schema', 'parameter', 'usage', 'failure', 'implied'] as const
export type RuleSource = (typeof RULE_SOURCES)[number]

const name = z.string().min(1)

function isExpression(text: string): boolean {
  try {
    new RegExp(`^(?:${text})$`, 'u')
    return true
  } catch {
    return false
  }
}

const common = {
  /** The sentence as it stands in the specification; for `schema` and `implied`, what was read. */
  from: z.strictObject({ source: z.enum(RULE_SOURCES), text: z.string() }),
  /** What a failed call is told; absent, a standard message is made. */
  message: z.string().optional(),
}

/** One parameter; where it is an array, each item; with `property`, that property of each object. */
const target = { parameter: name, property: name.optional() }
const bounds = { minimum: z.number().int().optional(), maximum: z.number().int().optional() }

export const FORMATS = [
  'date-time',
  'date',
  'time',
  'email',
  'url',
  'json',
  'ip',
  'ipv4',
  'ipv6',
  'timezone',
  'currency',
  'country',
] as const
export type Format = (typeof FORMATS)[number]

/** A rule of a kind, with what is special to it. */
const declareRule = <Kind extends string, Fields extends z.ZodRawShape>(kind: Kind, fields: Fields) =>
  z.strictObject({ kind: z.literal(kind), ...common, ...fields })

const severalParameters = { parameters: z.array(name).min(2) }

/** A rule about the arguments of a call that a machine can check. */
export const ruleSchema = z.discriminatedUnion('kind', [
  /** A closed list. `quantifier: some` on an array asks for one item of the list, `every` for nothing else. */
  declareRule('one_of', {
    ...target,
    values: z.array(z.union([z.string(), z.number()])).min(1),
    quantifier: z.enum(['every', 'some']),
  }),
  /** Bounds of a number, in the unit of the parameter; `allow` lists values outside that have a meaning of their own. */
  declareRule('range', {
    ...target,
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.boolean(),
    exclusiveMaximum: z.boolean(),
    allow: z.array(z.number()),
  }),
  /** Bounds of the length of a text, in characters or words. */
  declareRule('length', { ...target, unit: z.enum(['characters', 'words']), ...bounds }),
  declareRule('item_count', { parameter: name, ...bounds }),
  declareRule('non_empty', target),
  declareRule('format', { ...target, format: z.enum(FORMATS) }),
  declareRule('equal_length', severalParameters),
  /** What another parameter must hold for the rule to apply: one of these values, or any where none is listed. */
  declareRule('required_if', {
    parameter: name,
    when: z.strictObject({
      parameter: name,
      values: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
    }),
  }),
  /** At most one of these may be given. */
  declareRule('exclusive', severalParameters),
  /** One of these, or more, must be given. */
  declareRule('any_of', severalParameters),
  /** Dates, times of day or numbers: `lesser` comes before `greater`; equal values pass unless `strict`. */
  declareRule('ordering', { lesser: name, greater: name, strict: z.boolean() }),
  /** The value must be a key of a collection of the state; nothing is said where the state has no such collection. */
  declareRule('exists', {
    parameter: name,
    collection: name.optional(),
    /** Field of the records that holds the value, where it is not the one that the name of the parameter tells. */
    key: name.optional(),
  }),
  /** A regular expression that the whole text matches. */
  declareRule('pattern', {
    ...target,
    pattern: z.string().min(1).refine(isExpression, 'expected a regular expression (flag u)'),
  }),
  /** The record that the value names must hold one of these in a field; nothing is said of records that are not there. */
  declareRule('record_field', {
    parameter: name,
    collection: name,
    key: name,
    field: name,
    values: z.array(z.string()).min(1),
  }),
])
export type Rule = z.infer<typeof ruleSchema>
export type RuleKind = Rule['kind']
export type RuleOf<K extends RuleKind> = Extract<Rule, { kind: K }>

export const RULE_KINDS = ruleSchema.options.map((option) => option.shape.kind.value)

export function listParameters(rule: Rule): readonly string[] {
  if ('parameters' in rule) return rule.parameters
  return rule.kind === 'ordering' ? [rule.lesser, rule.greater] : [rule.parameter]
}
