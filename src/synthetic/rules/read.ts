import type { Rule } from '../tool-spec/rule.ts'
import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import {
  acceptsNumbers,
  bindRule,
  type FailureMode,
  findNearestParameter,
  isArray,
  isHedged,
  isTextual,
  listContentWords,
  listStems,
  mentionsIn,
  NUMBER,
  parseFailureMode,
  readListedValues,
  readNumber,
} from './prose.ts'

type WithoutOrigin<R> = R extends Rule ? Omit<R, 'from' | 'message'> : never
/** A rule without its origin, which the compiler adds. */
type RuleBody = WithoutOrigin<Rule>

/** Reads one family of rules out of a failure mode; gives none where it is not certain of them. */
type RuleReader = (mode: FailureMode, parameters: readonly SpecParameter[]) => RuleBody[]

/** `use one of [a, b]`; `in hours (1, 2)` says how a text is built. */
const BRACKETED =
  /^(?<before>.*?\b(?:must|should|can|use|choose|supported|valid|allowed|one of|any of|from|either)\b(?:(?!\bwith\b|\bunit|\bformat).)*?)[[(](?<list>[^[\]()]+)[\])]/is

/** `must be a, b, or c for ...` */
const BARE =
  /^(?<before>.*?)\b(?:must be(?: either| one of)?|(?:use|choose)(?: either| one of| from)?|one of):?\s+(?<list>(?=.*\bor\b|.*,.*,|.*\bone of\b)[^[\]():]+?)(?:\s+(?:only|for|as|based on|in|to|format|level|unit)s?\b.*)?$/is

const sharesWords = ({ description }: SpecParameter, options: readonly string[]): boolean =>
  options.filter((option) => description.toLowerCase().includes(option.toLowerCase())).length >=
  0.6 * options.length

/** Closed lists: `must be one of [a, b]`, `use 'a', 'b', or 'c'`. */
const readClosedList: RuleReader = ({ clauses, title }, parameters) =>
  clauses.flatMap((clause): RuleBody[] => {
    if (isHedged(clause)) return []
    const bracketed = BRACKETED.exec(clause)?.groups
    const found = bracketed ?? BARE.exec(clause)?.groups
    const options = readListedValues(found?.list ?? '')
    if (found === undefined || options === undefined) return []
    // Outside of brackets more words, or a span, begin a sentence about what is listed.
    if (bracketed === undefined && options.some((option) => / |\d-\d/.test(option))) return []
    const numbers = options.map(Number)
    const isNumeric = numbers.every(Number.isFinite)
    const accepts = (one: SpecParameter): boolean => isTextual(one) || (isNumeric && acceptsNumbers(one))
    const named = bindRule(found.before ?? '', title, parameters, accepts)
    const described = parameters.filter((one) => accepts(one) && sharesWords(one, options))
    const bound = named.length === 1 ? named : described.length === 1 ? described : []
    return bound.map((one) => ({
      kind: 'one_of',
      parameter: one.name,
      values: isNumeric && acceptsNumbers(one) ? numbers : options,
      quantifier: /\bat least one\b/i.test(clause) ? 'some' : 'every',
    }))
  })

const LOW = `(?<low>${NUMBER})`
const HIGH = `(?<high>${NUMBER})`

/** Ways to state bounds; the earlier hides a later one that overlaps. Without a number zero is the lower bound. */
const BOUNDS = [
  { form: String.raw`${LOW}\s?(?!and|to)[%a-z°]*\s*(?:and|to|-|–)\s*${HIGH}` },
  { form: String.raw`(?:at least|minimum(?: of| is)?|no less than|>=|or equal to)\s*${LOW}` },
  { form: String.raw`(?:at most|maximum(?: of| is)?|no more than|exceed|up to|<=)\s*${HIGH}` },
  { form: String.raw`${LOW} or (?:greater|more|above|higher)\b` },
  { form: String.raw`${HIGH} or (?:less|fewer|below|lower)\b` },
  { form: String.raw`(?:greater than|more than|above|>)\s*${LOW}`, strict: true },
  { form: String.raw`(?:less than|below|under|<)\s*${HIGH}`, strict: true },
  { form: String.raw`\bnon-?\s?negative\b|\b(?:cannot|must not) be negative` },
  { form: String.raw`greater than zero|\bpositive`, strict: true },
].map(({ form, strict = false }) => ({ form: new RegExp(`(?<![\\w.-])(?:${form})`, 'gi'), strict }))

/** Bounds as a text states them, and where in the text they stand. */
interface FoundBounds {
  low: number | undefined
  high: number | undefined
  strict: boolean
  start: number
  end: number
}

function findBounds(text: string): FoundBounds[] {
  const found: FoundBounds[] = []
  for (const { form, strict } of BOUNDS) {
    for (const { 0: said, index: start, groups: { low, high } = {} } of text.matchAll(form)) {
      const end = start + said.length
      if (found.some((other) => start < other.end && end > other.start)) continue
      const least = low ?? (high === undefined ? '0' : undefined)
      found.push({ low: readNumber(least), high: readNumber(high), strict, start, end })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** Bounds of numbers: `must be between 1 and 5`, `must be a positive integer`. */
const readRange: RuleReader = ({ clauses, title }, parameters) =>
  clauses.flatMap((clause): RuleBody[] => {
    if (isHedged(clause) || !/\b(?:must|should|cannot|use|specify)\b/i.test(clause)) return []
    if (/\b(?:sum|total|at least one)\b|\w \+ \w|\bor (?:an? )?(?:positive|non)/i.test(clause)) return []
    const all = findBounds(clause)
    const subjects: SpecParameter[][] = []
    for (const [i, { start }] of all.entries()) {
      const subject = clause.slice(all[i - 1]?.end ?? 0, start)
      const isNew = i === 0 || listContentWords(subject).length > 0
      const bound = isNew
        ? bindRule(subject, i === 0 ? title : '', parameters, acceptsNumbers)
        : subjects.at(-1)
      // Bounds of something else: `40-90°F (4-32°C)` holds in whichever scale another argument picks.
      if (bound === undefined || bound.length === 0) return []
      subjects.push(bound)
    }
    return all.flatMap(({ start, end, low, high, strict }, i) => {
      const isSpan = low !== undefined && high !== undefined
      if (isSpan && low >= high) return []
      // "at least 30 observations" is about the number of items.
      const mayCount = !isSpan && /\d/.test(clause.slice(start, end))
      const ofValues = (subjects[i] ?? []).filter((one) => !mayCount || !isArray(one))
      return ofValues.map(({ name }) => ({
        kind: 'range',
        parameter: name,
        minimum: low,
        maximum: high,
        exclusiveMinimum: strict && low !== undefined,
        exclusiveMaximum: strict && high !== undefined,
        allow: [],
      }))
    })
  })

/** `cannot be empty`, `must be a non-empty string`, and failure modes with a title such as "Empty text". */
const readNonEmpty: RuleReader = ({ text, clauses, title }, parameters) => {
  const mayBeBlank = (one: SpecParameter): boolean => isTextual(one) || isArray(one)
  const subjects = clauses.flatMap(
    (clause) => /^(.*?)\b(?:(?:cannot|must not) be empty|non-?empty)\b/is.exec(clause)?.[1] ?? [],
  )
  if (/^empty\b/i.test(title)) subjects.push('')
  const [subject] = clauses.some(isHedged) ? [] : subjects
  const bound = subject === undefined ? [] : bindRule(subject, title, parameters, mayBeBlank)
  return bound.map(
    ({ name, type }): RuleBody =>
      type === 'array' && !/non-?empty strings/i.test(text)
        ? { kind: 'item_count', parameter: name, minimum: 1 }
        : { kind: 'non_empty', parameter: name },
  )
}

function findArrays(text: string, parameters: readonly SpecParameter[]): SpecParameter[] {
  const arrays = parameters.filter(isArray)
  const parts = text.split(/,|\band\b|\bor\b|\bof\b/i)
  return [
    ...new Set([
      ...mentionsIn(text, parameters).filter(isArray),
      ...parts.flatMap((part) =>
        mentionsIn(part, parameters).length > 0 ? [] : (findNearestParameter(part, arrays) ?? []),
      ),
    ]),
  ]
}

/** Arrays of one length: `a, b and c must have the same length`, `all arrays must have equal length`. */
const readEqualLength: RuleReader = ({ clauses }, parameters) =>
  clauses.flatMap((clause): RuleBody[] => {
    const match =
      /^(?<subject>.*?)\b(?:same|equal|identical|matching) (?:lengths?|sizes?|numbers?)\b(?<rest>.*)$|^(?<one>.*?\b(?:length|number)s?\b.*?)\bmust (?:match|equal)\b(?<other>.*)$/is.exec(
        clause,
      )?.groups
    if (
      match === undefined ||
      /\b(?:plus|minus|times|twice|squared|one (?:more|less)|product)\b|\d/i.test(clause)
    )
      return []
    const { subject = match.one ?? '', rest = match.other ?? '' } = match
    const named = findArrays(`${subject} and ${rest}`, parameters)
    const arrays =
      named.length < 2 && /^(?:all|both)(?: required| input| data| the)* (?:arrays|lists)\b/i.test(subject)
        ? parameters.filter((one) => isArray(one) && one.required)
        : named
    return arrays.length < 2 ? [] : [{ kind: 'equal_length', parameters: arrays.map(({ name }) => name) }]
  })

const COMPARISONS = [
  {
    form: /\b(?:cannot|must not) (?:exceed|be (?:greater|later|larger) than|be after)\b/i,
    flip: false,
    strict: false,
  },
  { form: /\b(?:before|(?:less|earlier|smaller|lower) than)\b/i, flip: false, strict: true },
  { form: /\b(?:after|(?:greater|later|larger|higher) than)\b/i, flip: true, strict: true },
]

/** Two parameters of which one comes first: `start_date must be before end_date`. */
const readOrdering: RuleReader = ({ clauses }, parameters) =>
  clauses.flatMap((clause): RuleBody[] =>
    COMPARISONS.flatMap(({ form, flip, strict }): RuleBody[] => {
      const [left = '', right] = clause.split(form)
      if (right === undefined || (strict && /not\b/.test(left))) return []
      const [one, ...more] = mentionsIn(left, parameters)
      const [other, ...others] = mentionsIn(right, parameters)
      if (
        one === undefined ||
        other === undefined ||
        more.length + others.length > 0 ||
        one.type !== other.type ||
        isArray(one)
      )
        return []
      const [lesser, greater] = flip ? [other.name, one.name] : [one.name, other.name]
      return [{ kind: 'ordering', lesser, greater, strict: strict && !/\bor equal\b/i.test(clause) }]
    }),
  )

const POINTERS = new Set(['id', 'number', 'code', 'sku', 'key', 'username'])

/** Records that have to be there: `the order_id does not exist`, `Customer not found`. */
const readExistence: RuleReader = ({ text, clauses, title }, parameters) => {
  const missing = /\bdo(?:es)? not exist\b|\bnot found\b/i
  if (!missing.test(text) || /\balready\b|\bduplicate\b/i.test(text)) return []
  const [subject = ''] = clauses.find((clause) => missing.test(clause))?.split(missing) ?? []
  const accepts = (one: SpecParameter): boolean =>
    (isTextual(one) || acceptsNumbers(one)) && POINTERS.has(listStems(one.name).at(-1) ?? '')
  const bound = bindRule(subject, title.replace(missing, ''), parameters, accepts)
  return bound.length === 1 ? bound.map(({ name }) => ({ kind: 'exists', parameter: name })) : []
}

const FAMILIES: readonly RuleReader[] = [
  readClosedList,
  readRange,
  readNonEmpty,
  readEqualLength,
  readOrdering,
  readExistence,
]

/** The rules that a failure mode states with certainty. */
export const readFailure = (text: string, parameters: readonly SpecParameter[]): RuleBody[] =>
  FAMILIES.flatMap((family) => family(parseFailureMode(text), parameters))
