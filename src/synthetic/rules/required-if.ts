import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import { bindRule } from './bind-rule.ts'
import { readCondition } from './condition.ts'
import type { Recogniser } from './recogniser.ts'

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
