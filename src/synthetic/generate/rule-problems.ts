import { parametersOf, type Rule, type RuleOf } from '../tool-spec/rule.ts'
import { ruleOfWritten } from './rule-schema.ts'
import type { ToolAnswer } from './tool-schema.ts'

type Parameter = ToolAnswer['parameters'][number]
type Find = (name: string) => Parameter | undefined

const isNumeric = ({ type, items }: Parameter): boolean =>
  [type, items].some((one) => one === 'number' || one === 'integer')

const holds = ({ type, items }: Parameter, wanted: string): boolean =>
  (type === 'array' ? items : type) === wanted

interface Bounds {
  minimum?: number | undefined
  maximum?: number | undefined
}

function bounds(where: string, { minimum, maximum }: Bounds): string[] {
  if (minimum === undefined && maximum === undefined) return [`${where} has neither minimum nor maximum`]
  return minimum !== undefined && maximum !== undefined && minimum > maximum
    ? [`${where} has a minimum above its maximum`]
    : []
}

function closedList(where: string, rule: RuleOf<'one_of'>, find: Find): string[] {
  const parameter = find(rule.parameter)
  if (parameter === undefined) return []
  const type = parameter.type === 'array' ? parameter.items : parameter.type
  const wanted = type === 'integer' ? 'number' : type
  const problems = rule.values
    .filter((value) => typeof value !== wanted)
    .map((value) => `${where} lists ${JSON.stringify(value)}, which is no ${type}`)
  const defaults = [parameter.default].flat().filter((value) => value !== null)
  for (const value of defaults) {
    if (!rule.values.some((one) => one === value))
      problems.push(`${where} does not list the default ${JSON.stringify(value)} of ${rule.parameter}`)
  }
  return problems
}

function ofKind(where: string, rule: Rule, find: Find): string[] {
  const each = (names: readonly string[], fits: (one: Parameter) => boolean, cause: string): string[] =>
    names.flatMap((name) => {
      const parameter = find(name)
      return parameter === undefined || fits(parameter) ? [] : [`${where} is of ${name}, which ${cause}`]
    })
  switch (rule.kind) {
    case 'one_of':
      return closedList(where, rule, find)
    case 'range':
      return [...bounds(where, rule), ...each([rule.parameter], isNumeric, 'holds no numbers')]
    case 'length':
      return [
        ...bounds(where, rule),
        ...each([rule.parameter], (one) => holds(one, 'string'), 'holds no strings'),
      ]
    case 'item_count':
      return [
        ...bounds(where, rule),
        ...each([rule.parameter], ({ type }) => type === 'array', 'is no array'),
      ]
    case 'format':
    case 'pattern':
      return each([rule.parameter], (one) => holds(one, 'string'), 'holds no strings')
    case 'equal_length':
      return each(rule.parameters, ({ type }) => type === 'array', 'is no array')
    case 'ordering': {
      const [lesser, greater] = [find(rule.lesser), find(rule.greater)]
      if (lesser === undefined || greater === undefined) return []
      const comparable = lesser.type === greater.type || (isNumeric(lesser) && isNumeric(greater))
      return comparable ? [] : [`${where} compares ${lesser.type} with ${greater.type}`]
    }
    case 'required_if':
      return each([rule.parameter], ({ required }) => !required, 'is required anyhow')
    case 'exclusive':
    case 'any_of':
      return each(rule.parameters, ({ required }) => !required, 'is required')
    default:
      return []
  }
}

/** Parameters that a rule names, and that of its condition. */
const namedBy = (rule: Rule): string[] => [
  ...parametersOf(rule),
  ...(rule.kind === 'required_if' ? [rule.when.parameter] : []),
]

/** What is wrong with the rules of a tool, each as half a sentence for the model. */
export function ruleProblems({ rules, errors, parameters }: ToolAnswer): string[] {
  const find: Find = (name) => parameters.find((parameter) => parameter.name === name)
  return rules.flatMap((written, i) => {
    const where = `rule ${i + 1} (${written.kind})`
    const rule = ruleOfWritten(written)
    const named = namedBy(rule)
    const problems = named
      .filter((name) => find(name) === undefined)
      .map((name) => `${where} names the parameter "${name}", which the tool does not have`)
    if (new Set(named).size < named.length) problems.push(`${where} names a parameter twice`)
    if (!errors.includes(written.error))
      problems.push(`${where} has an error text that is not word for word one of errors`)
    return [...problems, ...ofKind(where, rule, find)]
  })
}
