import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import {
  acceptsNumbers,
  bindRule,
  mentionsIn,
  NUMBER,
  type Recogniser,
  type RuleBody,
  readNumber,
  stemsOf,
} from './prose.ts'

/** Words that make of a bound an advice. */
const VAGUE =
  /\b(?:typically|usually|recommended|generally|normally|approximately|about|reasonable|ideally|often|default|e\.?g|such as|like|example|optimal)\b[^.;]*$/i

/** Behind a bound: it does not hold for each call. */
const CONDITIONAL =
  /^[^.;,]*\b(?:when|if|unless|depending|based on|for (?:each|the selected))\b(?! provided| specified| given| present)/i

/** Numbers outside of the bounds that the text gives a meaning, `-1 (unlimited) or`, `0 for all`, `0 = none`. */
function specialsIn(clause: string, bounds: readonly FoundBounds[]): number[] {
  const text = bounds.reduce(
    (all, { start, end }) => all.slice(0, start) + all.slice(start, end).replace(/\d/g, '#') + all.slice(end),
    clause,
  )
  const forms = [
    new RegExp(
      `(?<![\\d.,-])(${NUMBER})\\s*(?:\\([^)\\d]+\\)\\s*or\\b|for\\b|=|means?\\b|or (?:an? )?(?:positive|non))`,
      'gi',
    ),
    new RegExp(
      `(?:\\bor|\\buse|not|either)\\s+(${NUMBER})(?=\\s*(?:\\(|for\\b|to (?:indicate|mean|disable)|$))`,
      'gi',
    ),
  ]
  return forms.flatMap((form) => [...text.matchAll(form)].map(([, number = '']) => readNumber(number)))
}

const rangeBody = (parameter: SpecParameter, bounds: Bounds, allow: readonly number[]): RuleBody => ({
  kind: 'range',
  parameter: parameter.name,
  ...bounds,
  allow: [...allow],
})

const isSane = ({ minimum = -Infinity, maximum = Infinity }: Bounds): boolean => minimum < maximum

/** Whether a bound holds with certainty, to judge by the words around it. */
function isFirm(clause: string, { start, end }: FoundBounds): boolean {
  const after = clause.slice(end)
  return (
    !VAGUE.test(clause.slice(0, start)) &&
    !CONDITIONAL.test(after) &&
    // `40-90°F (4-32°C)` holds in whichever scale another argument picks.
    !/^\s*°[CF]\s*\([^)]*°[CF]/.test(after)
  )
}

const DEMAND = /\b(?:must|should|cannot|can't|may not|has to|have to|values?|each)\b/i

/** Whether the bound is one of the values of a parameter and not of how many there are. */
function isOfValue(clause: string, { start, end, bounds }: FoundBounds, { type }: SpecParameter): boolean {
  const after = clause.slice(end).replace(/^%?\s*\(?/, '')
  const isOneSided = bounds.minimum === undefined || bounds.maximum === undefined
  if (!isOneSided || !/^[\w-]/.test(after)) return true
  // "at least 30 observations" of an array is a number of items, and a bare "need at least 3 days" is not a bound of a value.
  const said = clause.slice(0, start + 8)
  if (type === 'array') return !/\d/.test(clause.slice(start, end)) || /\bvalues?\b/i.test(said)
  return /positive|negative|zero/i.test(clause.slice(start, end)) || DEMAND.test(said)
}

function withExclusive(clause: string, bounds: Bounds): Bounds {
  const exclusive = /\bexclusive\b/i.test(clause)
  return exclusive ? { ...bounds, exclusiveMinimum: true, exclusiveMaximum: true } : bounds
}

/** Between two bounds: nothing that could be another subject. */
const GOES_ON =
  /^(?:[\s,(%]|\b(?:integers?|numbers?|values?|decimals?|percent(?:age)?s?|days?|hours?|minutes?|seconds?|years?|months?|and|or|but|typically|usually|recommended|generally|reasonable|must|cannot|not|be|is|to|with|an?)\b)*$/i

/** Words that mean the same number wherever they stand in a name. */
const SAME_EVERYWHERE = new Set(['latitude', 'longitude'])

/** What stands between a subject and its bound. */
const VERB =
  /\s*\b(?:must|should|cannot|has to|have to)?\s*(?:be|contain)?\s*(?:an?|in|integers?|numbers?)*\s*$/i

/** `All weights must be` speaks of each number that is a weight, `latitude` of each latitude. */
function bindRange(subject: string, title: string, parameters: readonly SpecParameter[]): SpecParameter[] {
  const noun = /([a-z]+)(?: (?:values?|parameters|factors))?\s*$/i.exec(subject.replace(VERB, ''))?.[1] ?? ''
  const [word = ''] = stemsOf(noun)
  const isPlural = /\ball\b/i.test(subject) || word !== noun.toLowerCase()
  const alike = parameters.filter((one) => acceptsNumbers(one) && stemsOf(one.name).includes(word))
  const exact = mentionsIn(subject, parameters).length > 0
  if (!exact && alike.length > 1 && (isPlural || SAME_EVERYWHERE.has(word))) return alike
  return bindRule(subject, title, parameters, acceptsNumbers)
}

/** What a bound is said of: in `x must be greater than y and less than 5` it is x. */
const subjectOf = (text: string): string => text.replace(/\b(?:must|should|cannot)\b.*\bthan\b.*$/is, '')

function fromFailure(clause: string, title: string, parameters: readonly SpecParameter[]): RuleBody[] {
  const all = boundsIn(clause)
  const subjects = all.map(({ start }, i) => clause.slice(all[i - 1]?.end ?? 0, start))
  const allow = specialsIn(clause, all)
  // The title speaks for the clause only where the clause has one subject.
  const isOne = subjects.slice(1).every((subject) => GOES_ON.test(subject))
  let bound: SpecParameter[] = []
  return all.flatMap((found, i) => {
    const subject = subjects[i] ?? ''
    if (i === 0 || !GOES_ON.test(subject))
      bound = bindRange(subjectOf(subject), isOne ? title : '', parameters)
    if (/\b(?:sum|total|combined|together)\b|\w \+ \w/i.test(subject) && bound.length !== 1) return []
    if (!isFirm(clause, found) || !isSane(found.bounds)) return []
    return bound
      .filter((parameter) => isOfValue(clause, found, parameter))
      .map((parameter) => rangeBody(parameter, withExclusive(clause, found.bounds), allow))
  })
}

/** In a description a range stands in brackets, or behind words that announce it; other numbers are part of the prose. */
function fromDescription(clause: string, parameter: SpecParameter): RuleBody[] {
  const all = boundsIn(clause)
  const allow = specialsIn(clause, all)
  return all.flatMap((found) => {
    const before = clause.slice(0, found.start)
    const stated = clause.slice(found.start, found.end)
    const announced =
      /[([]\s*(?:(?:must be|range|valid range|scale|from|min(?:imum)?|max(?:imum)?|value)\s*:?\s*(?:of\s*)?)?[^()[\]]*$/i.test(
        before,
      ) ||
      /^(?:between|from|range)/i.test(stated) ||
      /\b(?:scale|range|must be|should be)\s*(?:of|from|:)?\s*$/i.test(before)
    if (!announced || !isFirm(clause, found) || !isSane(found.bounds) || !isOfValue(clause, found, parameter))
      return []
    return [rangeBody(parameter, withExclusive(clause, found.bounds), allow)]
  })
}

/** Bounds of numbers: `must be between 1 and 5`, `must be a positive integer`, `(0.0-1.0)`, `(minimum 5, maximum 300)`. */
export const range: Recogniser = ({ source, clauses, title, parameter }, parameters) => {
  if (source === 'usage') return []
  return clauses.flatMap((clause) => {
    if (parameter === undefined) return fromFailure(clause, title, parameters)
    return acceptsNumbers(parameter) ? fromDescription(clause, parameter) : []
  })
}

/** Bounds as a text states them. */
interface Bounds {
  minimum?: number | undefined
  maximum?: number | undefined
  exclusiveMinimum: boolean
  exclusiveMaximum: boolean
}

/** Bounds, and where in the text they stand. */
interface FoundBounds {
  bounds: Bounds
  start: number
  end: number
}

const UNIT = String.raw`(?:\s?(?:%|°[CF]?|(?!(?:and|to)\b)[A-Za-z/]+))?`
const LOW = `(?<low>${NUMBER})`
const HIGH = `(?<high>${NUMBER})`

const BE = String.raw`(?:be|contain|have|allow|use)(?:\s+(?:an?|all|only|strictly|valid|either|either a|single|finite))*\s+`

/** A way to state bounds, `low` and `high`; without either zero is the lower one. `strict`: the bound is excluded. */
interface BoundForm {
  said: string
  strict?: true
}

/** Ways to state bounds in prose; the earlier hides a later one that overlaps. */
const BOUND_FORMS: readonly BoundForm[] = [
  { said: String.raw`between\s+${LOW}${UNIT}\s*(?:and|to|-|–)\s*${HIGH}` },
  {
    said: String.raw`(?:from|range(?: of)?|within|in the range(?: of)?)\s*:?\s*[[(]?${LOW}${UNIT}\s*(?:to|-|–|,|and)\s*${HIGH}`,
  },
  { said: String.raw`(?<![\w.-])${LOW}%?\s*(?:-|–|\bto\b)\s*${HIGH}(?![\w]*-\d)` },
  {
    said: String.raw`(?:at least|minimum(?: of| is)?|no less than|not (?:be )?less than|>=|≥|greater than or equal to)\s*${LOW}`,
  },
  {
    said: String.raw`(?:at most|maximum(?: of| is)?|no more than|not (?:be )?(?:more|greater) than|(?:not|cannot|can't) exceed|up to|<=|≤|less than or equal to)\s*${HIGH}`,
  },
  { said: String.raw`(?:\b(?:zero)|(?<![\w.-])${LOW}) or (?:greater|more|above|higher|larger)\b` },
  { said: String.raw`(?<![\w.-])${HIGH} or (?:less|fewer|below|lower|smaller)\b` },
  { said: String.raw`(?:greater than|more than|larger than|above|exceed|>)\s*${LOW}`, strict: true },
  { said: String.raw`(?:less than|smaller than|below|under|<)\s*${HIGH}`, strict: true },
  { said: 'greater than zero', strict: true },
  {
    said: String.raw`\b${BE}positive|^positive|\bas positive|(?<=\bor (?:an? )?)positive|(?<=[(,]\s*)(?:must be )?positive|\bprovide (?:an? )?positive`,
    strict: true,
  },
  { said: String.raw`\bnon-?\s?negative\b|\b(?:cannot|can not|must not|may not|should not) be negative` },
]
const FORMS = BOUND_FORMS.map(({ said, strict = false }) => ({ form: new RegExp(said, 'gi'), strict }))

/** All bounds that a text states, in the order in which they stand. */
function boundsIn(text: string): FoundBounds[] {
  const found: FoundBounds[] = []
  for (const { form, strict } of FORMS) {
    for (const { 0: said, index: start, groups: { low, high } = {} } of text.matchAll(form)) {
      const end = start + said.length
      if (found.some((other) => start < other.end && end > other.start)) continue
      const minimum = low === undefined ? (high === undefined ? 0 : undefined) : readNumber(low)
      const maximum = high === undefined ? undefined : readNumber(high)
      const exclusive = {
        exclusiveMinimum: strict && minimum !== undefined,
        exclusiveMaximum: strict && maximum !== undefined,
      }
      found.push({ bounds: { minimum, maximum, ...exclusive }, start, end })
    }
  }
  return found.sort((a, b) => a.start - b.start)
}
