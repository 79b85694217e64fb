import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import { bindRule } from './bind-rule.ts'
import type { Recogniser } from './recogniser.ts'
import { stemsOf } from './words.ts'

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
