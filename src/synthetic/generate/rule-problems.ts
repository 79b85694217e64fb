import { type GeneratedRule, ruleParametersOf } from './rule-schema.ts'
import type { ToolAnswer } from './tool-schema.ts'

type Parameter = ToolAnswer['parameters'][number]
type Find = (name: string) => Parameter | undefined

const isNumeric = ({ type, items }: Parameter): boolean =>
  [type, items].some((one) => one === 'number' || one === 'integer')

const holds = ({ type, items }: Parameter, wanted: string): boolean =>
  (type === 'array' ? items : type) === wanted

function bounds(where: string, minimum: number | null, maximum: number | null): string[] {
  if (minimum === null && maximum === null) return [`${where} has neither minimum nor maximum`]
  return minimum !== null && maximum !== null && minimum > maximum
    ? [`${where} has a minimum above its maximum`]
    : []
}

function closedList(where: string, rule: GeneratedRule & { kind: 'closed-list' }, find: Find): string[] {
  const parameter = find(rule.parameter)
  if (parameter === undefined) return []
  const type = parameter.type === 'array' ? parameter.items : parameter.type
  const wanted = type === 'integer' ? 'number' : type
  const problems = rule.values
    .filter((value) => typeof value !== wanted)
    .map((value) => `${where} lists ${JSON.stringify(value)}, which is no ${type}`)
  const defaults = [parameter.default].flat().filter((value) => value !== null)
  for (const value of defaults) {
    if (!rule.values.includes(value))
      problems.push(`${where} does not list the default ${JSON.stringify(value)} of ${rule.parameter}`)
  }
  return problems
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}

function ofKind(where: string, rule: GeneratedRule, find: Find): string[] {
  const each = (names: readonly string[], fits: (one: Parameter) => boolean, cause: string): string[] =>
    names.flatMap((name) => {
      const parameter = find(name)
      return parameter === undefined || fits(parameter) ? [] : [`${where} is of ${name}, which ${cause}`]
    })
  switch (rule.kind) {
    case 'closed-list':
      return closedList(where, rule, find)
    case 'range':
      return [
        ...bounds(where, rule.minimum, rule.maximum),
        ...each([rule.parameter], isNumeric, 'holds no numbers'),
      ]
    case 'length': {
      const measurable = ({ type }: Parameter): boolean => type === 'string' || type === 'array'
      return [
        ...bounds(where, rule.minimum, rule.maximum),
        ...each([rule.parameter], measurable, 'is neither string nor array'),
      ]
    }
    case 'format': {
      const told = rule.format === 'pattern'
      if (told !== (rule.pattern !== null))
        return [`${where} has a pattern exactly where its format is "pattern"`]
      if (rule.pattern !== null && !compiles(rule.pattern))
        return [`${where} has no valid regular expression`]
      return each([rule.parameter], (one) => holds(one, 'string'), 'holds no strings')
    }
    case 'equal-lengths':
      return each(rule.parameters, ({ type }) => type === 'array', 'is no array')
    case 'ordering': {
      const [lower, higher] = [find(rule.lower), find(rule.higher)]
      if (lower === undefined || higher === undefined) return []
      const comparable = lower.type === higher.type || (isNumeric(lower) && isNumeric(higher))
      return comparable ? [] : [`${where} compares ${lower.type} with ${higher.type}`]
    }
    case 'required-if': {
      const parameter = find(rule.parameter)
      return parameter?.required ? [`${where} is of ${rule.parameter}, which is required anyhow`] : []
    }
    case 'mutually-exclusive':
      return each(rule.parameters, ({ required }) => !required, 'is required')
    case 'transition':
      return rule.from.includes(rule.to) ? [`${where} leads from "${rule.to}" to itself`] : []
    default:
      return []
  }
}

/** What is wrong with the rules of a tool, each as half a sentence for the model. */
export function ruleProblems({ rules, errors, parameters }: ToolAnswer): string[] {
  const find: Find = (name) => parameters.find((parameter) => parameter.name === name)
  return rules.flatMap((rule, i) => {
    const where = `rule ${i + 1} (${rule.kind})`
    const named = ruleParametersOf(rule)
    const problems = named
      .filter((name) => find(name) === undefined)
      .map((name) => `${where} names the parameter "${name}", which the tool does not have`)
    if (new Set(named).size < named.length) problems.push(`${where} names a parameter twice`)
    if (!errors.includes(rule.error))
      problems.push(`${where} has an error text that is not word for word one of errors`)
    return [...problems, ...ofKind(where, rule, find)]
  })
}
