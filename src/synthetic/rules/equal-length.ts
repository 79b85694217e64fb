import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import { isArray, mentionsIn, nearestParameter } from './bind-rule.ts'
import type { Recogniser, RuleBody } from './sentence.ts'
import { stemsOf } from './words.ts'

const SAME =
  /\b(?:have|be|contain|are)(?: of)?(?: the)? (?:same|equal|identical|matching|compatible) (?:lengths?|sizes?|counts?|numbers? of \w+|[\w ]*\bIDs)\b|\bequal in length\b/i
const MATCH = /^(.*?)\bmust (?:match|equal|correspond to|align with)\b(.*)$/is
/** Lengths that differ by something: no equality. */
const ARITHMETIC =
  /\b(?:plus|minus|times|twice|double|half|(?:one|two|\d+) (?:more|less|fewer)|multiples?|product|sum|squared?|cubed?)\b|[-+*]\s*\d|\^/i
const ABOUT_LENGTH = /\b(?:length|lengths|number|count|size|sizes|elements)\b/i
const ALL = /^(?:if provided, )?(?:all|both)\s+(?:the\s+)?([\w -]*?)\s*(?:arrays|series|lists)\b/i
/** Words before "arrays" that pick none out. */
const ANY = new Set(['required', 'provided', 'input', 'data', 'of', 'the', 'given', 'optional', 'related'])

/** `all arrays` are the required ones, `all provided arrays` those too that are given, `all price arrays` those of prices. */
function allArrays(subject: string, parameters: readonly SpecParameter[]): SpecParameter[] {
  const words = ALL.exec(subject)?.[1]
  if (words === undefined) return []
  const picked = stemsOf(words).filter((word) => !ANY.has(word))
  return parameters.filter(
    (one) =>
      isArray(one) &&
      (picked.length > 0
        ? picked.every((word) => stemsOf(one.name).includes(word))
        : one.required || /\bprovided\b/i.test(words)),
  )
}

const unique = (parameters: readonly SpecParameter[]): SpecParameter[] => [...new Set(parameters)]

/** Array parameters that a text names, in whole or nearly. */
function arraysIn(text: string, parameters: readonly SpecParameter[]): SpecParameter[] {
  const arrays = parameters.filter(isArray)
  const named = mentionsIn(text, parameters).map(({ parameter }) => parameter)
  const parts = text.split(/,|\band\b|\bor\b|\bof\b/i).flatMap((part) => {
    if (mentionsIn(part, parameters).length > 0) return []
    const near = nearestParameter(
      part.replace(/\b(?:lengths?|count|numbers?|size|elements?|arrays?|all|same)\b/gi, ' '),
      arrays,
    )
    return near === undefined ? [] : [near]
  })
  return unique([...named.filter(isArray), ...parts])
}

function paired(clause: string, title: string, parameters: readonly SpecParameter[]): SpecParameter[] {
  const at = clause.search(SAME)
  if (at >= 0) {
    const subject = clause.slice(0, at)
    const after = clause.slice(at).replace(SAME, '')
    const every = allArrays(subject, parameters)
    const named = every.length > 0 ? every : arraysIn(subject, parameters)
    const other = /^\s*(?:as|to)\b/i.test(after)
      ? arraysIn(after.replace(/\bwhen\b.*|\bif\b.*/i, ''), parameters)
      : []
    return unique([...named, ...other])
  }
  const [, left = '', right = ''] = MATCH.exec(clause) ?? []
  if (!ABOUT_LENGTH.test(`${title} ${left} ${right}`)) return []
  const [one, other] = [arraysIn(left, parameters), arraysIn(right, parameters)]
  return one.length > 0 && other.length > 0 ? unique([...one, ...other]) : []
}

/** Arrays that must be of one length: `a, b and c must have the same length`, `number of a must match number of b`. */
export const equalLength: Recogniser = ({ source, clauses, title, parameter }, { parameters }) => {
  if (source === 'usage') return []
  return clauses.flatMap((clause): RuleBody[] => {
    if (ARITHMETIC.test(clause)) return []
    if (parameter !== undefined) {
      const other = isArray(parameter)
        ? /\bmust (?:match|equal) (.*?) (?:length|count|size)\b/i.exec(clause)?.[1]
        : undefined
      const named = other === undefined ? [] : arraysIn(other, parameters).filter((one) => one !== parameter)
      return named.length === 1
        ? [{ kind: 'equal_length', parameters: [parameter.name, ...named.map(({ name }) => name)] }]
        : []
    }
    if (
      !/length|array|number|count|size|elements|mismatch/i.test(`${title} ${clause}`) ||
      /\b(?:type|currency|format)\b/i.test(clause)
    )
      return []
    const arrays = paired(clause, title, parameters)
    return arrays.length >= 2 ? [{ kind: 'equal_length', parameters: arrays.map(({ name }) => name) }] : []
  })
}
