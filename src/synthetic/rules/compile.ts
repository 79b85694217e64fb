import { stringifyStably } from '../../shared/json.ts'
import { FORMATS, listParameters, type Rule } from '../tool-spec/rule.ts'
import type { SpecParameter, SpecShape, ToolSpec } from '../tool-spec/tool-spec.ts'
import { listSentences, listStems, type Sentence } from './prose.ts'
import { readFailure } from './read.ts'

interface ReadSentence {
  sentence: Sentence
  rules: Rule[]
}

/** What is read from failure modes. `tracewright synth generate sentences` has a model read the other sentences. */
function readSentences(tool: ToolSpec): ReadSentence[] {
  const judged = new Set(tool.sentences?.map(({ text }) => text))
  return listSentences(tool).map((sentence) => {
    const { source, text } = sentence
    const bodies = source !== 'failure' || judged.has(text) ? [] : readFailure(text, tool.parameters)
    const rules = bodies.map((body): Rule => ({ ...body, from: { source, text }, message: text }))
    return { sentence, rules }
  })
}

/** Signs in a description or a usage text that something is demanded. */
const DEMANDS =
  /\d|\b(?:must|should|cannot|only|required|minimum|maximum|at least|at most|valid|format|positive|between|one of|unless|not)\b|\([^()]*,[^()]*\)|:\s*\w+,/i

/** The sentences that demand something, and that have neither rule nor verdict: a model may read them. */
export function listWaitingSentences(tool: ToolSpec): Sentence[] {
  // Rules that a model wrote with the tool name the failure mode that they are about.
  const settled = new Set([
    ...(tool.sentences ?? []).map(({ text }) => text),
    ...tool.rules.map(({ message }) => message),
  ])
  const waiting = readSentences(tool).flatMap(({ sentence, rules }) => (rules.length > 0 ? [] : [sentence]))
  const unlike = waiting.filter(({ text }, i) => waiting.findIndex((one) => one.text === text) === i)
  return unlike.filter(
    ({ source, text }) => !settled.has(text) && (source === 'failure' || DEMANDS.test(text)),
  )
}

/** Equal for rules of one kind about the same parameters. */
const buildRuleKey = (rule: Rule): string =>
  [rule.kind, ...listParameters(rule), 'property' in rule ? rule.property : ''].join('|')

/** Equal for rules that demand the same; the order of a closed list demands nothing. */
function buildBodyKey({ from: _, message: __, ...body }: Rule): string {
  return stringifyStably(body.kind === 'one_of' ? { ...body, values: body.values.map(String).sort() } : body)
}

/**
 * The tool with the rules that its specification states: those that its failure modes say with certainty, declared ones,
 * and those that the names of parameters imply. Rules that the tool has already stand as they are; one without a message
 * takes the sentence that demands the same.
 */
export function compileRules(tool: ToolSpec): ToolSpec {
  const given = new Set(tool.rules.map(buildRuleKey))
  const read = readSentences(tool).flatMap(({ rules }) => rules)
  const messages = new Map(read.map((rule) => [buildBodyKey(rule), rule.message]))
  const addMessage = (rule: Rule): Rule => {
    const message = rule.message ?? messages.get(buildBodyKey(rule))
    return message === undefined ? rule : { ...rule, message }
  }
  const stated = [
    ...read,
    ...tool.parameters.flatMap(deriveDeclaredRules),
    ...tool.parameters.flatMap(deriveImpliedRules),
  ].filter((rule) => !given.has(buildRuleKey(rule)))
  const rules = stated.filter(
    (rule, i) => stated.findIndex((one) => buildBodyKey(one) === buildBodyKey(rule)) === i,
  )
  return { ...tool, rules: [...tool.rules.map(addMessage), ...rules] }
}

const NO_EXCEPTION = { exclusiveMinimum: false, exclusiveMaximum: false, allow: [] }

function deriveValueRules(shape: SpecShape, target: { parameter: string; property?: string }): Rule[] {
  const { enum: values = [], minimum, maximum } = shape
  const format = FORMATS.find((name) => name === (shape.format === 'uri' ? 'url' : shape.format))
  const buildFrom = (text: string) => ({ source: 'schema' as const, text })
  const rules: Rule[] = []
  if (values.length > 0)
    rules.push({ kind: 'one_of', ...target, values, quantifier: 'every', from: buildFrom('enum') })
  if ((minimum ?? maximum) !== undefined)
    rules.push({
      kind: 'range',
      ...target,
      minimum,
      maximum,
      ...NO_EXCEPTION,
      from: buildFrom('minimum, maximum'),
    })
  if (format !== undefined) rules.push({ kind: 'format', ...target, format, from: buildFrom('format') })
  return rules
}

/** Rules that the machine-readable part of a parameter states: enum, bounds, format, number of items. */
function deriveDeclaredRules(shape: SpecParameter): Rule[] {
  const { name, items, minItems: minimum, maxItems: maximum } = shape
  const from = { source: 'schema' as const, text: 'minItems, maxItems' }
  const properties = items?.properties ?? shape.properties ?? {}
  return [
    ...deriveValueRules(shape, { parameter: name }),
    ...(items === undefined ? [] : deriveValueRules(items, { parameter: name })),
    ...Object.entries(properties).flatMap(([property, member]) =>
      deriveValueRules(member, { parameter: name, property }),
    ),
    ...((minimum ?? maximum) === undefined
      ? []
      : [{ kind: 'item_count' as const, parameter: name, minimum, maximum, from }]),
  ]
}

/** Last words of names that identify a thing or name it: an empty text identifies nothing. */
const NAMING = new Set(['id', 'name', 'title', 'keyword', 'username', 'code', 'symbol', 'sku', 'email'])

const buildImpliedFrom = (text: string): Rule['from'] => ({ source: 'implied', text })

function deriveImpliedRules({ name, type, required, description, items }: SpecParameter): Rule[] {
  const quantity = items?.properties?.quantity
  if (quantity?.type === 'integer' && items?.requiredProperties?.includes('quantity'))
    return [
      {
        kind: 'range',
        parameter: name,
        property: 'quantity',
        minimum: 1,
        ...NO_EXCEPTION,
        from: buildImpliedFrom('the quantity of an ordered item'),
      },
    ]
  if (type !== 'string') return []
  const last = listStems(name).at(-1) ?? ''
  const rules: Rule[] = []
  if (required && NAMING.has(last))
    rules.push({
      kind: 'non_empty',
      parameter: name,
      from: buildImpliedFrom('a required name or identifier'),
    })
  if (/(?:^|_)e?mail(?:_address)?$/.test(name) && !/\bor\b/.test(description))
    rules.push({
      kind: 'format',
      parameter: name,
      format: 'email',
      from: buildImpliedFrom('an e-mail address'),
    })
  if (/\bISO[- ]?8601\b|\bYYYY-MM-DD\b/.test(description) && /^(?:date|time|datetime|at)$/.test(last))
    rules.push({
      kind: 'format',
      parameter: name,
      format: 'date-time',
      from: buildImpliedFrom('a date in ISO 8601'),
    })
  return rules
}
