import { FORMATS, type Format, parametersOf, type Rule, type RuleOf } from '../tool-spec/rule.ts'
import type { SpecParameter, SpecShape, ToolSpec } from '../tool-spec/tool-spec.ts'
import { fold } from '../validate/checks/value-checks.ts'
import { type Recogniser, type Sentence, sentencesOf, stemsOf } from './prose.ts'
import { equalLength, existence, itemCount, nonEmpty, ordering } from './read-calls.ts'
import { range } from './read-ranges.ts'
import { closedList, formatRule } from './read-values.ts'

/** What is read from prose. `tracewright synth generate sentences` has a model read the sentences that are left. */
const FAMILIES: readonly Recogniser[] = [
  closedList,
  range,
  itemCount,
  nonEmpty,
  formatRule,
  equalLength,
  ordering,
  existence,
]
interface ReadSentence {
  sentence: Sentence
  rules: Rule[]
}

export function readSentences(tool: ToolSpec): ReadSentence[] {
  const judged = new Set(tool.sentences?.map(({ text }) => text))
  return sentencesOf(tool).map((sentence) => {
    const { source, text } = sentence
    const origin = { from: { source, text }, ...(source === 'failure' ? { message: text } : {}) }
    const bodies = judged.has(text) ? [] : FAMILIES.flatMap((family) => family(sentence, tool.parameters))
    return { sentence, rules: bodies.map((body): Rule => ({ ...body, ...origin })) }
  })
}

/**
 * The tool with the rules that its specification states: declared ones, those that the names of parameters imply, and
 * those that its prose says with certainty. What rules of a kind say of the same parameter is settled, and what
 * contradicts itself left out; rules that the tool has already stand as they are.
 */
export function compileRules(tool: ToolSpec): ToolSpec {
  const given = new Set(tool.rules.map(ruleKey))
  const stated = tool.parameters.flatMap((parameter) => [
    ...declaredRules(parameter),
    ...impliedRules(parameter),
  ])
  const rules = joinRules([...stated, ...readSentences(tool).flatMap((read) => read.rules)])
  return { ...tool, rules: [...tool.rules, ...rules.filter((rule) => !given.has(ruleKey(rule)))] }
}

const known = new WeakMap<ToolSpec, readonly Rule[]>()

/** What the specification states of the outputs of a tool, read like rules of parameters: closed lists, ranges, formats. */
export function outputRules(tool: ToolSpec): readonly Rule[] {
  let rules = known.get(tool)
  if (rules === undefined) {
    const parameters = tool.outputs.map((output) => ({ ...output, required: true }))
    rules = compileRules({ ...tool, parameters, usage: '', failureModes: [], rules: [] }).rules
    known.set(tool, rules)
  }
  return rules
}

const formatOf = (name: string | undefined): Format | undefined =>
  name === 'uri' ? 'url' : FORMATS.find((format) => format === name)

const NO_EXCEPTION = { exclusiveMinimum: false, exclusiveMaximum: false, allow: [] }

function valueRules(shape: SpecShape, target: { parameter: string; property?: string }): Rule[] {
  const { enum: values = [], minimum, maximum } = shape
  const format = formatOf(shape.format)
  const from = (text: string) => ({ source: 'schema' as const, text })
  const rules: Rule[] = []
  if (values.length > 0)
    rules.push({ kind: 'one_of', ...target, values, quantifier: 'every', from: from('enum') })
  if ((minimum ?? maximum) !== undefined)
    rules.push({
      kind: 'range',
      ...target,
      minimum,
      maximum,
      ...NO_EXCEPTION,
      from: from('minimum, maximum'),
    })
  if (format !== undefined) rules.push({ kind: 'format', ...target, format, from: from('format') })
  return rules
}

/** Rules that the machine-readable part of a parameter states: enum, bounds, format, number of items. */
export function declaredRules(parameter: SpecParameter): Rule[] {
  const { name, items, minItems: minimum, maxItems: maximum } = parameter
  const from = { source: 'schema' as const, text: 'minItems, maxItems' }
  const properties = items?.properties ?? parameter.properties ?? {}
  return [
    ...valueRules(parameter, { parameter: name }),
    ...(items === undefined ? [] : valueRules(items, { parameter: name })),
    ...Object.entries(properties).flatMap(([property, shape]) =>
      valueRules(shape, { parameter: name, property }),
    ),
    ...((minimum ?? maximum) === undefined
      ? []
      : [{ kind: 'item_count' as const, parameter: name, minimum, maximum, from }]),
  ]
}

/** Last words of names that identify a thing or name it: an empty text identifies nothing. */
const NAMING = new Set(['id', 'name', 'title', 'keyword', 'username', 'code', 'symbol', 'sku', 'email'])

const implied = (text: string): Rule['from'] => ({ source: 'implied', text })

function impliedRules(parameter: SpecParameter): Rule[] {
  const { name, type, required, description, items } = parameter
  const last = stemsOf(name).at(-1) ?? ''
  const rules: Rule[] = []
  if (type === 'string' && required && NAMING.has(last))
    rules.push({ kind: 'non_empty', parameter: name, from: implied('a required name or identifier') })
  const mail = /(?:^|_)e?mail(?:_address)?$/.test(name) && !/\bor\b/.test(description)
  if (type === 'string' && mail)
    rules.push({ kind: 'format', parameter: name, format: 'email', from: implied('an e-mail address') })
  const quantity = items?.properties?.quantity
  if (quantity?.type === 'integer' && items?.requiredProperties?.includes('quantity'))
    rules.push({
      kind: 'range',
      parameter: name,
      property: 'quantity',
      minimum: 1,
      ...NO_EXCEPTION,
      from: implied('the quantity of an ordered item'),
    })
  return rules
}

const RANK: Record<Rule['from']['source'], number> = {
  failure: 0,
  schema: 1,
  parameter: 2,
  usage: 3,
  implied: 4,
}

/** Equal for rules of one kind about the same parameters. */
export const ruleKey = (rule: Rule): string =>
  [
    rule.kind,
    ...parametersOf(rule),
    'property' in rule ? rule.property : '',
    'unit' in rule ? rule.unit : '',
  ].join('|')

const folded = (value: string | number): string => fold(String(value))

/** Two lists of the same parameter: prose leaves out what it takes for granted, so both together are allowed. */
function joinLists(one: RuleOf<'one_of'>, other: RuleOf<'one_of'>): RuleOf<'one_of'> {
  const known = new Set(one.values.map(folded))
  return { ...one, values: [...one.values, ...other.values.filter((value) => !known.has(folded(value)))] }
}

const isZero = (bound: number): boolean => bound === 0 || bound === 1

/**
 * Two ranges of the same parameter. "Positive" beside numbers says less than they do; of two different numbers the
 * wider is kept, since one of the two must be loose.
 */
function joinRanges(one: RuleOf<'range'>, other: RuleOf<'range'>): RuleOf<'range'> {
  /** The looser of both lower bounds, or with `sign` -1 of both upper ones. */
  const looser = (bound: 'minimum' | 'maximum', sign: 1 | -1): RuleOf<'range'> => {
    const [a, b] = [one[bound], other[bound]]
    if (a === undefined || b === undefined) return a === undefined ? other : one
    if (sign === 1 && isZero(a) !== isZero(b)) {
      if (one.maximum === undefined) return other
      if (other.maximum === undefined) return one
    }
    if (a !== b) return sign * a < sign * b ? one : other
    return (sign === 1 ? one.exclusiveMinimum : one.exclusiveMaximum) ? other : one
  }
  const [low, high] = [looser('minimum', 1), looser('maximum', -1)]
  return {
    ...one,
    minimum: low.minimum,
    maximum: high.maximum,
    exclusiveMinimum: low.exclusiveMinimum,
    exclusiveMaximum: high.exclusiveMaximum,
    allow: [...new Set([...one.allow, ...other.allow])],
  }
}

const ALIKE = new Set('non_empty format equal_length exists ordering'.split(' '))

/** What two rules of one kind say of the same parameters; the first has precedence where only one can stand. */
function join(one: Rule, other: Rule): Rule[] {
  if (one.kind === 'one_of' && other.kind === 'one_of' && one.quantifier === other.quantifier)
    return [joinLists(one, other)]
  if (one.kind === 'range' && other.kind === 'range') return [joinRanges(one, other)]
  if (ALIKE.has(one.kind)) return [one]
  return JSON.stringify({ ...one, from: 0, message: 0 }) === JSON.stringify({ ...other, from: 0, message: 0 })
    ? [one]
    : [one, other]
}

/** One rule for each kind and parameter. */
function joinRules(rules: readonly Rule[]): Rule[] {
  const ranked = [...rules].sort((a, b) => RANK[a.from.source] - RANK[b.from.source])
  const settled = new Map<string, Rule[]>()
  for (const rule of ranked) {
    const key = ruleKey(rule)
    const known = settled.get(key) ?? []
    const last = known.at(-1)
    settled.set(key, last === undefined ? [rule] : [...known.slice(0, -1), ...join(last, rule)])
  }
  return [...settled.values()].flat()
}
