import type { Condition, Rule } from '../tool-spec/rule.ts'
import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import { bindRule, mentionsIn } from './bind-rule.ts'
import type { Recogniser } from './sentence.ts'
import { ruleWordsOf } from './words.ts'

const SAID =
  /^(.*?)\b(?:(?:is|are|be) )?(?:required|mandatory|must be (?:provided|specified|set|given))\s+(?:when(?:ever)?|if|for|with)\s+(.*)$/is

/** Optional parameters that a condition makes required: `x is required when mode is custom`, `(required for export)`. */
export const requiredIf: Recogniser = ({ clauses, title, parameter }, { parameters }, rules) => {
  const optional = (one: SpecParameter): boolean => !one.required
  return clauses.flatMap((clause) => {
    const [, subject = '', rest = ''] = SAID.exec(clause) ?? []
    if (rest === '' || /\bsome\b|\bat least\b|\bmay be\b|\bminimum\b/i.test(clause)) return []
    const own =
      parameter === undefined ? bindRule(subject, title, parameters, optional) : [parameter].filter(optional)
    const others = parameters.filter((one) => !own.includes(one))
    const when =
      own.length === 0
        ? undefined
        : readCondition(
            rest.replace(/\)$/, '').split(/[;,](?! ?(?:and |or )?\w+(?:,|$| and| or| action| method))/)[0] ??
              '',
            others,
            rules,
          )
    return when === undefined ? [] : own.map(({ name }) => ({ kind: 'required_if', parameter: name, when }))
  })
}

const plain = (text: string): string =>
  ` ${ruleWordsOf(text)
    .map((word) => word.stem)
    .join(' ')} `

/** Options of the closed list of a parameter. */
const optionsOf = (name: string, rules: readonly Rule[]): string[] =>
  rules.flatMap((rule) => (rule.kind === 'one_of' && rule.parameter === name ? rule.values.map(String) : []))

/** Which options a text names; an option that is a part of a longer one that stands there does not count. */
function optionsIn(text: string, options: readonly string[]): string[] {
  const there = plain(text)
  const named = [...new Set(options)].filter(
    (option) => plain(option).trim() !== '' && there.includes(plain(option)),
  )
  return named.filter((one) => !named.some((other) => other !== one && plain(other).includes(plain(one))))
}

/**
 * Reads a condition, `mode is 'custom'`, `enabled is true`, `export actions`: a parameter that is named and a value, or
 * options that stand in the closed list of one parameter only. Undefined where it is not certain.
 */
function readCondition(
  text: string,
  parameters: readonly SpecParameter[],
  rules: readonly Rule[],
): Condition | undefined {
  const named = mentionsIn(text, parameters)
  const [mention] = named
  if (mention !== undefined && (named.length === 1 || mention.literal)) {
    const { name, type } = mention.parameter
    const rest = text.slice(mention.end)
    if (type === 'boolean') {
      if (/\b(?:false|disabled)\b/i.test(rest)) return { parameter: name, values: [false] }
      return /\b(?:true|enabled)\b|^\s*(?:is set)?\s*$/i.test(rest)
        ? { parameter: name, values: [true] }
        : undefined
    }
    if (/^\s*(?:is|are)?\s*(?:provided|specified|given|present)\b/i.test(rest)) return { parameter: name }
    const values = optionsIn(rest, optionsOf(name, rules))
    if (values.length > 0) return /\bnot\b/i.test(rest) ? undefined : { parameter: name, values }
    const quoted = /^\s*(?:is|=|equals|is set to|set to)\s*['"]([^'"]+)['"]/i.exec(rest)?.[1]
    return quoted === undefined ? undefined : { parameter: name, values: [quoted] }
  }
  if (/\b(?:not|unless|without)\b/i.test(text)) return undefined
  const matching = parameters.flatMap(({ name }) => {
    const values = optionsIn(text, optionsOf(name, rules))
    return values.length > 0 ? [{ parameter: name, values }] : []
  })
  return matching.length === 1 ? matching[0] : undefined
}
