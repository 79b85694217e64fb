import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import { bindRule, isArray, isTextual } from './bind-rule.ts'
import type { Recogniser, RuleBody } from './sentence.ts'

const SAID =
  /\b(?:cannot|can not|can't|must not|may not|should not) be (?:null or )?(?:empty|blank)|\b(?:must|should) be (?:an? )?non-?empty|\bmust contain (?:a )?non-?empty|\bprovide (?:an? )?(?:valid )?non-?empty|\bnon-?empty (?:string|text|array|list)|\b(?:provided and|and|be) (?:be )?non-?empty/i

const accepts = (parameter: SpecParameter): boolean => isTextual(parameter) || isArray(parameter)

/** Texts and lists that are meant to be empty at times. */
const mayBeEmpty = ({ default: standard, description, required }: SpecParameter): boolean =>
  !required &&
  (standard === '' ||
    (Array.isArray(standard) && standard.length === 0) ||
    /\bempty\b|\bblank\b/i.test(description))

/** "Non-empty strings" are the items of an array; "non-empty" alone is the array itself. */
const body = (parameter: SpecParameter, text: string): RuleBody =>
  parameter.type === 'array' && !/non-?empty strings/i.test(text)
    ? { kind: 'item_count', parameter: parameter.name, minimum: 1 }
    : { kind: 'non_empty', parameter: parameter.name }

/** `cannot be empty`, `must be a non-empty string`, and failure modes with a title such as "Empty text". */
export const nonEmpty: Recogniser = ({ source, text, clauses, title, parameter }, { parameters }) => {
  if (source !== 'failure' || parameter !== undefined) return []
  const said = clauses.flatMap((clause) => {
    const at = clause.search(SAID)
    if (at < 0 || /\b(?:when|if|unless)\b/i.test(clause)) return []
    const before = bindRule(clause.slice(0, at), '', parameters, accepts)
    if (before.length > 0) return before
    const behind = bindRule(clause.slice(at), '', parameters, accepts)
    return behind.length > 0 ? behind : bindRule('', title, parameters, accepts)
  })
  // "Empty X: some of them are empty when ..." speaks of what is in the list, and not always.
  const isPartial = clauses.some((clause) => /^some\b|\b(?:when|if|unless)\b/i.test(clause))
  const titled =
    said.length === 0 && !isPartial && /^(?:empty|blank)\b/i.test(title)
      ? bindRule('', title, parameters, accepts)
      : []
  return [...said, ...titled].filter((one) => !mayBeEmpty(one)).map((one) => body(one, text))
}
