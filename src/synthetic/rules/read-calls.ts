import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import {
  acceptsNumbers,
  bindRule,
  COUNT,
  isArray,
  isTextual,
  mentionsIn,
  nearestParameter,
  type Recogniser,
  type RuleBody,
  readCount,
  stemsOf,
} from './prose.ts'

const COUNT_FORMS = [
  `between (?<low>${COUNT}) (?:and|to) (?<high>${COUNT}) `,
  `exactly (?<both>${COUNT})\\s+`,
  `(?:at least|minimum(?: of)?|no (?:less|fewer) than) (?<low>${COUNT})\\s+`,
  `(?:at most|maximum(?: of)?|up to|no more than|more than|cannot exceed|limit(?:ed)?(?: [\\w ]*?)? to(?: maximum)?) (?<high>${COUNT})\\s+`,
].map((form) => new RegExp(`\\b${form}(?=[a-z])(?<rest>.*)`, 'i'))

/** How many a clause asks for, and the words behind the number. */
function countIn(clause: string) {
  const found = COUNT_FORMS.map((form) => form.exec(clause)?.groups).find((groups) => groups !== undefined)
  if (found === undefined) return undefined
  const { both, low = both, high = both, rest = '' } = found
  const countOf = (text: string | undefined) => (text === undefined ? undefined : readCount(text))
  return { minimum: countOf(low), maximum: countOf(high), rest }
}

/** Units that are not items, and words that make an advice of a count. */
const OTHER =
  /^(?:characters?|chars?|words?|letters?|digits?|bytes?|days?|hours?|minutes?|seconds?|weeks?|months?|years?|pixels?|percent|km|miles|inch(?:es)?|feet|(?:centi|milli|kilo)?met(?:er|re)s?|dB|Hz|kW|V\b|MB|KB|GB|degrees|dimensions? (?:of|in)|of\b|unique|different|decimal)/i
const ADVICE =
  /\b(?:recommended|typically|usually|should be enough|suggested|per (?!analysis|batch|request|call|run|operation|query|session)|e\.g|such as|within|overlapping|each)\b/i

/** What is counted: the words up to the verb. */
const counted = (rest: string): string =>
  rest.split(
    /\b(?:can|must|may|should|are|is|required|needed|for|in|at|to|per|when|if|allowed|supported|from|with|by|of|be)\b|[,;.(]/i,
  )[0] ?? ''

function arraysOf(noun: string, subject: string, parameters: readonly SpecParameter[]): SpecParameter[] {
  const arrays = parameters.filter(isArray)
  for (const text of [noun, subject]) {
    const named = [...new Set(mentionsIn(text, parameters).map(({ parameter }) => parameter))]
    if (named.length > 1 && !/\b(?:both|all|each)\b/i.test(text)) return []
    if (named.length > 0) return named.every(isArray) ? named : []
    const near = nearestParameter(
      text.replace(/\b(?:items?|elements?|entries|records?|count)\b/gi, ' '),
      arrays,
    )
    if (near !== undefined) return [near]
  }
  return []
}

/** Bounds of the number of items: `maximum 50 items`, `at least two sources`, `exactly 3 dimensions`. */
export const itemCount: Recogniser = ({ source, clauses, title }, parameters) => {
  if (source !== 'failure') return []
  return clauses.flatMap((clause): RuleBody[] => {
    const found = countIn(clause)
    if (found === undefined || OTHER.test(found.rest) || ADVICE.test(clause)) return []
    const { rest, ...bounds } = found
    // "Invalid question count: between 1 and 50 questions" is about the number of that name.
    if (mentionsIn(title, parameters).some(({ parameter: one }) => acceptsNumbers(one) && !isArray(one)))
      return []
    const noun = counted(rest)
    const before = clause.slice(0, clause.length - rest.length)
    const subject = /\b(?:must|cannot|should)\b/i.test(before) ? before : ''
    const named = arraysOf(noun, subject, parameters)
    const titled = named.length === 0 && /^\s*(?:items?|elements?|entries)?\s*$/i.test(noun)
    const arrays = titled
      ? [nearestParameter(title, parameters.filter(isArray))].filter((one) => one !== undefined)
      : named
    return arrays
      .filter(({ required }) => required || bounds.minimum !== 1)
      .map(({ name }) => ({ kind: 'item_count', parameter: name, ...bounds }))
  })
}

const NON_EMPTY =
  /\b(?:cannot|can not|can't|must not|may not|should not) be (?:null or )?(?:empty|blank)|\b(?:must|should) be (?:an? )?non-?empty|\bmust contain (?:a )?non-?empty|\bprovide (?:an? )?(?:valid )?non-?empty|\bnon-?empty (?:string|text|array|list)|\b(?:provided and|and|be) (?:be )?non-?empty/i

const mayBeBlank = (parameter: SpecParameter): boolean => isTextual(parameter) || isArray(parameter)

/** "Non-empty strings" are the items of an array; "non-empty" alone is the array itself. */
const emptinessBody = (parameter: SpecParameter, text: string): RuleBody =>
  parameter.type === 'array' && !/non-?empty strings/i.test(text)
    ? { kind: 'item_count', parameter: parameter.name, minimum: 1 }
    : { kind: 'non_empty', parameter: parameter.name }

/** `cannot be empty`, `must be a non-empty string`, and failure modes with a title such as "Empty text". */
export const nonEmpty: Recogniser = ({ source, text, clauses, title }, parameters) => {
  if (source !== 'failure') return []
  const said = clauses.flatMap((clause) => {
    const at = clause.search(NON_EMPTY)
    if (at < 0 || /\b(?:when|if|unless)\b/i.test(clause)) return []
    const before = bindRule(clause.slice(0, at), '', parameters, mayBeBlank)
    if (before.length > 0) return before
    return bindRule('', title, parameters, mayBeBlank)
  })
  // "Empty X: some of them are empty when ..." speaks of what is in the list, and not always.
  const isPartial = clauses.some((clause) => /^some\b|\b(?:when|if|unless)\b/i.test(clause))
  const titled =
    said.length === 0 && !isPartial && /^(?:empty|blank)\b/i.test(title)
      ? bindRule('', title, parameters, mayBeBlank)
      : []
  return [...said, ...titled].map((one) => emptinessBody(one, text))
}

const SAME_LENGTH =
  /\b(?:have|be|contain|are)(?: of)?(?: the)? (?:same|equal|identical|matching|compatible) (?:lengths?|sizes?|counts?|numbers? of \w+|[\w ]*\bIDs)\b|\bequal in length\b/i
const MATCHES = /^(.*?)\bmust (?:match|equal|correspond to|align with)\b(.*)$/is
/** Lengths that differ by something: no equality. */
const ARITHMETIC =
  /\b(?:plus|minus|times|twice|double|half|(?:one|two|\d+) (?:more|less|fewer)|multiples?|product|sum|squared?|cubed?)\b|[-+*]\s*\d|\^/i
const ABOUT_LENGTH = /\b(?:length|lengths|number|count|size|sizes|elements)\b/i
const ALL_ARRAYS = /^(?:if provided, )?(?:all|both)\s+(?:the\s+)?([\w -]*?)\s*(?:arrays|series|lists)\b/i
/** Words before "arrays" that pick none out. */
const PICKS_NONE = new Set([
  'required',
  'provided',
  'input',
  'data',
  'of',
  'the',
  'given',
  'optional',
  'related',
])

/** `all arrays` are the required ones, `all provided arrays` those too that are given, `all price arrays` those of prices. */
function allArrays(subject: string, parameters: readonly SpecParameter[]): SpecParameter[] {
  const words = ALL_ARRAYS.exec(subject)?.[1]
  if (words === undefined) return []
  const picked = stemsOf(words).filter((word) => !PICKS_NONE.has(word))
  return parameters.filter(
    (one) =>
      isArray(one) &&
      (picked.length > 0
        ? picked.every((word) => stemsOf(one.name).includes(word))
        : one.required || /\bprovided\b/i.test(words)),
  )
}

function arraysIn(text: string, parameters: readonly SpecParameter[]): SpecParameter[] {
  const arrays = parameters.filter(isArray)
  const named = mentionsIn(text, parameters).map(({ parameter }) => parameter)
  const parts = text
    .split(/,|\band\b|\bor\b|\bof\b/i)
    .filter((part) => mentionsIn(part, parameters).length === 0)
    .flatMap((part) => nearestParameter(part, arrays) ?? [])
  return [...new Set([...named.filter(isArray), ...parts])]
}

function paired(clause: string, title: string, parameters: readonly SpecParameter[]): SpecParameter[] {
  const at = clause.search(SAME_LENGTH)
  if (at >= 0) {
    const subject = clause.slice(0, at)
    const after = clause.slice(at).replace(SAME_LENGTH, '')
    const every = allArrays(subject, parameters)
    const named = every.length > 0 ? every : arraysIn(subject, parameters)
    const other = /^\s*(?:as|to)\b/i.test(after) ? arraysIn(after, parameters) : []
    return [...new Set([...named, ...other])]
  }
  const [, left = '', right = ''] = MATCHES.exec(clause) ?? []
  if (!ABOUT_LENGTH.test(`${title} ${left} ${right}`)) return []
  const [one, other] = [arraysIn(left, parameters), arraysIn(right, parameters)]
  return one.length > 0 && other.length > 0 ? [...new Set([...one, ...other])] : []
}

/** Arrays that must be of one length: `a, b and c must have the same length`, `number of a must match number of b`. */
export const equalLength: Recogniser = ({ source, clauses, title }, parameters) => {
  if (source !== 'failure') return []
  return clauses.flatMap((clause): RuleBody[] => {
    if (ARITHMETIC.test(clause)) return []
    const arrays = paired(clause, title, parameters)
    return arrays.length >= 2 ? [{ kind: 'equal_length', parameters: arrays.map(({ name }) => name) }] : []
  })
}

/** Relations in prose; `flip` where the left side comes after the right. */
const RELATIONS: readonly { said: RegExp; flip: boolean; strict: boolean }[] = [
  {
    said: /\b(?:less|smaller|lower|earlier|shorter) than or equal to\b|\b(?:cannot|can't|must not|should not|may not) (?:exceed|be (?:greater|larger|higher|more|later) than|be after)\b|\b(?:before|on or before) or (?:equal to|on)\b|\bon or before\b|\bno (?:later|more|greater) than\b/i,
    flip: false,
    strict: false,
  },
  {
    said: /\b(?:greater|larger|higher|later|more) than or equal to\b|\b(?:cannot|can't|must not|should not|may not) be (?:less|smaller|lower|earlier|before)(?: than)?\b|\bon or after\b|\bat least\b/i,
    flip: true,
    strict: false,
  },
  {
    said: /\b(?:less|smaller|lower|earlier) than\b|\bbefore\b|\bprecede\b|\bprior to\b/i,
    flip: false,
    strict: true,
  },
  { said: /\b(?:greater|larger|higher|later) than\b|\bafter\b|\bexceed\b/i, flip: true, strict: true },
]

const isOrdered = ({ type }: SpecParameter): boolean => ['number', 'integer', 'string'].includes(type)

/** The one parameter that a side of the relation names. */
function sideOf(side: string, parameters: readonly SpecParameter[]): SpecParameter | undefined {
  const named = new Set(mentionsIn(side, parameters).map(({ parameter }) => parameter))
  const [first, second] = [...named].filter(isOrdered)
  return second === undefined ? first : undefined
}

const comparable = (one: SpecParameter, other: SpecParameter): boolean =>
  (one.type === 'string') === (other.type === 'string')

function orderingIn(clause: string, parameters: readonly SpecParameter[]): RuleBody[] {
  const relation = RELATIONS.find(({ said }) => said.test(clause))
  const match = relation?.said.exec(clause)
  if (relation === undefined || match == null) return []
  // The other side ends where the sentence goes on about something else.
  const after = clause.slice(match.index + match[0].length)
  const [right = ''] = after.split(/\b(?:and|with|when|if|but|by|within|for)\b|[,;(]/i)
  const [first, second] = [sideOf(clause.slice(0, match.index), parameters), sideOf(right, parameters)]
  if (first === undefined || second === undefined || first === second || !comparable(first, second)) return []
  const [lesser, greater] = relation.flip ? [second.name, first.name] : [first.name, second.name]
  return [{ kind: 'ordering', lesser, greater, strict: relation.strict }]
}

/** Two parameters of which one comes first: `start_date must be before end_date`, `max must be greater than min`. */
export const ordering: Recogniser = ({ source, clauses }, parameters) =>
  source === 'failure' ? clauses.flatMap((clause) => orderingIn(clause, parameters)) : []

const MISSING_RECORD =
  /\b(?:does not|do not|doesn't|don't|must) exist\b|\bnot found\b|\bno [\w ]+ (?:found|exists?)\b|\b(?:cannot|could not) be found\b|\bexists? in (?:the )?(?:system|database)\b/i

const pointsAtRecord = ({ name, type, items }: SpecParameter): boolean =>
  ['id', 'number', 'code', 'sku', 'reference', 'key', 'username'].includes(stemsOf(name).at(-1) ?? '') &&
  ['string', 'integer'].includes(type === 'array' ? (items?.type ?? '') : type)

/** Records that have to be there: `the order_id does not exist`, `Customer not found`. */
export const existence: Recogniser = ({ source, text, clauses, title }, parameters) => {
  if (source !== 'failure') return []
  if (/\balready exists?\b|\bduplicate\b/i.test(text)) return []
  const clause = clauses.find((one) => MISSING_RECORD.test(one))
  if (clause === undefined && !/\bnot found$/i.test(title)) return []
  const subject = (clause ?? '').split(MISSING_RECORD)[0] ?? ''
  const bound = bindRule(subject, title.replace(/\bnot found$/i, ''), parameters, pointsAtRecord)
  return bound.length === 1 ? bound.map(({ name }) => ({ kind: 'exists', parameter: name })) : []
}
