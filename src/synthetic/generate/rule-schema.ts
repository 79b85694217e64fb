import { z } from 'zod'
import type { Json } from '../../shared/json.ts'
import { parametersOf, type Rule, type RuleKind, type RuleOf, ruleSchema } from '../tool-spec/rule.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'

/** Properties that a model is not asked for, by kind, with their values. */
const FIXED: Readonly<Partial<Record<RuleKind, object>>> = {
  one_of: { quantifier: 'every' },
  range: { allow: [] },
}

/** The failure mode that a call gets which breaks the rule; one of the tool's `errors`, word for word. */
const error = z.string().min(1)

const kinds = ruleSchema.options.map(({ shape }) => {
  // No parameter of a tool that a model writes holds objects.
  const fixed = ['from', 'message', 'property', ...Object.keys(FIXED[shape.kind.value] ?? {})]
  const asked = Object.entries<z.core.SomeType>(shape).filter(([key]) => !fixed.includes(key))
  return z.strictObject({ ...Object.fromEntries(asked), kind: shape.kind, error })
})

const [first, ...others] = kinds
if (first === undefined) throw new Error('no kind of rule is asked for')

/** What a model is asked for a rule: the form of {@link ruleSchema}, less what nobody but us can say. */
export const writtenRuleSchema = z.discriminatedUnion('kind', [first, ...others])
export type WrittenRule = { kind: RuleKind; error: string; [property: string]: unknown }

/** A rule of ours; it keeps the failure mode that the model names. */
export const ruleOfWritten = ({ error, ...written }: WrittenRule): Rule =>
  ruleSchema.parse({
    ...written,
    ...FIXED[written.kind],
    from: { source: 'schema', text: written.kind },
    message: error,
  })

/** What is asked of a parameter that rules are about. */
interface Parameter {
  name: string
  type: string
  /** Type of the items of an array. */
  items?: string | undefined
  required: boolean
  default?: Json | undefined
}
type Find = (name: string) => Parameter | undefined

/** A list has values of the parameter's type, its default among them: else it refuses every call. */
function closedList(where: string, rule: RuleOf<'one_of'>, find: Find): string[] {
  const parameter = find(rule.parameter)
  if (parameter === undefined) return []
  const type = parameter.type === 'array' ? parameter.items : parameter.type
  const wanted = type === 'integer' ? 'number' : type
  const problems = rule.values
    .filter((value) => typeof value !== wanted)
    .map((value) => `${where} lists ${JSON.stringify(value)}, which is not of the type ${type}`)
  const defaults = [parameter.default ?? []].flat()
  for (const value of defaults) {
    if (!rule.values.some((one) => one === value))
      problems.push(`${where} does not list the default ${JSON.stringify(value)} of ${rule.parameter}`)
  }
  return problems
}

const namedBy = (rule: Rule): string[] => [
  ...parametersOf(rule),
  ...(rule.kind === 'required_if' ? [rule.when.parameter] : []),
]

/** The parameters of a specification, as rules that a model wrote are held against them. */
export const ruleParameters = ({ parameters }: ToolSpec): Parameter[] =>
  parameters.map(({ items, ...rest }) => ({ ...rest, items: items?.type }))

/** Rules as a model wrote them, the sentences that they may be about, and the parameters of their tool. */
interface WrittenRules {
  rules: readonly WrittenRule[]
  errors: readonly string[]
  parameters: readonly Parameter[]
}

/** What is wrong with the rules of a tool, each as half a sentence for the model. */
export function ruleProblems({ rules, errors, parameters }: WrittenRules): string[] {
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
    return [...problems, ...(rule.kind === 'one_of' ? closedList(where, rule, find) : [])]
  })
}
