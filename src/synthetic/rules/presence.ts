import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import { bindRule, mentionsIn } from './bind-rule.ts'
import type { Recogniser, RuleBody } from './sentence.ts'
import { stemsOf } from './words.ts'

const GIVEN = String.raw`(?:must|should|has to|have to|need to) be (?:provided|specified|given|set|supplied|included)|\b(?:is|are) required`
const ANY = new RegExp(
  String.raw`\b(?:either|at least one of|at least one (?:parameter|field|option|criteri\w+|filter)|one of)\b(.*?)\b(?:${GIVEN})`,
  'is',
)
const NEEDS =
  /\b(?:must|need to|should) (?:provide|specify|include|supply) (?:either|at least one of)\b(.*)$/is
const EXCLUSIVE =
  /\bmutually exclusive\b|\bnot both\b|\bcannot (?:both|be (?:used|specified|provided|combined|set) (?:together|with|at the same time))|\b(?:cannot|must not|do not|can't) (?:specify|provide|use|set|combine) both\b|\bonly one of\b/i

function namesIn(text: string, parameters: readonly SpecParameter[]): string[] {
  const named = mentionsIn(text, parameters)
  return [...new Set(named.map(({ parameter }) => parameter.name))]
}

const isPlainOptional =
  (parameters: readonly SpecParameter[]) =>
  (name: string): boolean =>
    parameters.some(
      (one) =>
        one.name === name &&
        !one.required &&
        (one.default === undefined || one.default === null || one.default === ''),
    )

/** Parameters of which one has to be given, or of which only one may be. */
export const presence: Recogniser = ({ source, clauses, parameter }, { parameters }) => {
  if (parameter !== undefined || source === 'parameter') return []
  const optional = isPlainOptional(parameters)
  return clauses.flatMap((clause): RuleBody[] => {
    const asked = ANY.exec(clause)?.[1] ?? NEEDS.exec(clause)?.[1]
    const any = asked === undefined ? [] : namesIn(asked, parameters)
    const both = EXCLUSIVE.test(clause) ? namesIn(clause, parameters) : []
    return [
      ...(any.length >= 2 && any.every(optional) ? [{ kind: 'any_of' as const, parameters: any }] : []),
      ...(both.length >= 2 && both.every(optional) ? [{ kind: 'exclusive' as const, parameters: both }] : []),
    ]
  })
}

const SAID =
  /\b(?:does not|do not|doesn't|don't|must) exist\b|\bnot found\b|\bno [\w ]+ (?:found|exists?)\b|\b(?:cannot|could not) be found\b|\bexists? in (?:the )?(?:system|database)\b/i

/** Names of parameters that point at a record. */
const points = ({ name, type, items }: SpecParameter): boolean =>
  ['id', 'number', 'code', 'sku', 'reference', 'key', 'username'].includes(stemsOf(name).at(-1) ?? '') &&
  ['string', 'integer'].includes(type === 'array' ? (items?.type ?? '') : type)

/** Records that have to be there: `the order_id does not exist`, `Customer not found`. */
export const existence: Recogniser = ({ source, text, clauses, title }, { parameters }) => {
  if (source !== 'failure') return []
  if (/\balready exists?\b|\bduplicate\b/i.test(text)) return []
  const clause = clauses.find((one) => SAID.test(one))
  if (clause === undefined && !/\bnot found$/i.test(title)) return []
  const subject = (clause ?? '').split(SAID)[0] ?? ''
  const bound = bindRule(subject, title.replace(/\bnot found$/i, ''), parameters, points)
  return bound.length === 1 ? bound.map(({ name }) => ({ kind: 'exists', parameter: name })) : []
}
