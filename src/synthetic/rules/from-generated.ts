import type { GeneratedRule } from '../generate/rule-schema.ts'
import type { Format, Rule } from '../tool-spec/rule.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'

type OfKind<K extends GeneratedRule['kind']> = Extract<GeneratedRule, { kind: K }>

/** Formats that are written as patterns. */
const PATTERNS: Readonly<Record<string, string>> = {
  uuid: '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}',
  'hex-color': '#(?:[0-9a-fA-F]{3}){1,2}',
  'language-code': '[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*',
}

/** Formats of the same meaning by their names here. */
const FORMATS: Readonly<Partial<Record<OfKind<'format'>['format'], Format>>> = {
  'date-time': 'date-time',
  date: 'date',
  time: 'time',
  email: 'email',
  uri: 'url',
  json: 'json',
  ipv4: 'ipv4',
  'currency-code': 'currency',
  'country-code': 'country',
}

/** Bounds that are given, null for those that are not. */
const bounds = ({ minimum, maximum }: { minimum: number | null; maximum: number | null }) => ({
  ...(minimum === null ? {} : { minimum }),
  ...(maximum === null ? {} : { maximum }),
})

type Common = { from: Rule['from']; message: string }

function formatRule({ parameter, format, pattern }: OfKind<'format'>, common: Common): Rule[] {
  const own = FORMATS[format]
  if (own !== undefined) return [{ kind: 'format', parameter, format: own, ...common }]
  const expression = pattern ?? PATTERNS[format]
  return expression === undefined ? [] : [{ kind: 'pattern', parameter, pattern: expression, ...common }]
}

function ruleOf(rule: GeneratedRule, { parameters }: ToolSpec): Rule[] {
  const common: Common = { from: { source: 'schema', text: rule.kind }, message: rule.error }
  const isList = (name: string): boolean => parameters.find((one) => one.name === name)?.type === 'array'
  switch (rule.kind) {
    case 'closed-list': {
      const values = rule.values.filter((value) => typeof value !== 'boolean')
      const { parameter } = rule
      return values.length === 0
        ? []
        : [{ kind: 'one_of', parameter, values, quantifier: 'every', ...common }]
    }
    case 'range':
      return [
        {
          kind: 'range',
          parameter: rule.parameter,
          ...bounds(rule),
          exclusiveMinimum: rule.exclusive_minimum,
          exclusiveMaximum: rule.exclusive_maximum,
          allow: [],
          ...common,
        },
      ]
    case 'length': {
      const { parameter } = rule
      return isList(parameter)
        ? [{ kind: 'item_count', parameter, ...bounds(rule), ...common }]
        : [{ kind: 'length', parameter, unit: 'characters', ...bounds(rule), ...common }]
    }
    case 'format':
      return formatRule(rule, common)
    case 'equal-lengths':
      return [{ kind: 'equal_length', parameters: rule.parameters, ...common }]
    case 'required-if': {
      const { parameter, equals } = rule.when
      const when = { parameter, ...(equals === null ? {} : { values: [equals] }) }
      return [{ kind: 'required_if', parameter: rule.parameter, when, ...common }]
    }
    case 'mutually-exclusive':
      return [{ kind: 'exclusive', parameters: rule.parameters, ...common }]
    case 'ordering':
      return [{ kind: 'ordering', lesser: rule.lower, greater: rule.higher, strict: rule.strict, ...common }]
    case 'exists-in': {
      const { parameter, collection, key } = rule
      return [{ kind: 'exists', parameter, collection, key, ...common }]
    }
    case 'transition': {
      const { parameter, collection, key, property: field, from: values } = rule
      return [{ kind: 'record_field', parameter, collection, key, field, values, ...common }]
    }
  }
}

/** The machine-readable rules of a generated tool as rules of ours; each keeps the failure mode that it names. */
export const rulesFromGenerated = (rules: readonly GeneratedRule[], tool: ToolSpec): Rule[] =>
  rules.flatMap((rule) => ruleOf(rule, tool))
