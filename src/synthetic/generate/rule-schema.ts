import { z } from 'zod'
import { listParameters, type Rule, type RuleKind, ruleSchema } from '../tool-spec/rule.ts'

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
export const parseWrittenRule = ({ error, ...written }: WrittenRule): Rule =>
  ruleSchema.parse({
    ...written,
    ...FIXED[written.kind],
    from: { source: 'schema', text: written.kind },
    message: error,
  })

const listNamedParameters = (rule: Rule): string[] => [
  ...listParameters(rule),
  ...(rule.kind === 'required_if' ? [rule.when.parameter] : []),
]

/** What is wrong with the rules of a tool with these failure modes and parameters, each as half a sentence for the model. */
export function findRuleProblems(
  rules: readonly WrittenRule[],
  errors: readonly string[],
  parameters: readonly string[],
): string[] {
  return rules.flatMap((written, i) => {
    const where = `rule ${i + 1} (${written.kind})`
    const named = listNamedParameters(parseWrittenRule(written))
    const problems = named
      .filter((name) => !parameters.includes(name))
      .map((name) => `${where} names the parameter "${name}", which the tool does not have`)
    if (new Set(named).size < named.length) problems.push(`${where} names a parameter twice`)
    if (!errors.includes(written.error))
      problems.push(`${where} has an error text that is not word for word one of errors`)
    return problems
  })
}
