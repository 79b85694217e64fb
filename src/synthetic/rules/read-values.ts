import type { Json } from '../../shared/json.ts'
import type { Format } from '../tool-spec/rule.ts'
import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import {
  acceptsNumbers,
  type BodyOf,
  bindRule,
  endsInPlural,
  isOpen,
  isTextual,
  type Recogniser,
  type RuleBody,
  readListedValues,
  stemsOf,
} from './prose.ts'

/** Defaults that stand for no choice and need not be in the list. */
const NO_CHOICE = /^(?:|none|any|all|auto|default|null|unknown)$/i

/** A default that is outside of its own list shows that the list is not closed. */
function admitsDefault({ values }: BodyOf<'one_of'>, { default: standard }: SpecParameter): boolean {
  const admits = (one: Json): boolean =>
    typeof one !== 'string' ||
    NO_CHOICE.test(one) ||
    values.some((value) => String(value).toLowerCase() === one.toLowerCase())
  return Array.isArray(standard) ? standard.every(admits) : standard === undefined || admits(standard)
}

export const closedList: Recogniser = ({ source, clauses, title, parameter }, parameters) => {
  if (source === 'usage') return []
  const found = clauses.flatMap((clause) => {
    if (parameter === undefined) return closedListInFailure(clause, title, parameters)
    return isTextual(parameter) ? closedListInDescription(clause, parameter) : []
  })
  return found.filter((rule) => {
    const listed = parameters.find(({ name }) => name === rule.parameter)
    return listed !== undefined && admitsDefault(rule, listed)
  })
}

/** Last words of names whose values are open: no list in prose can be all of them. */
const OPEN_NAMES = new Set(
  (
    'id path file url uri image photo document data text content name description email address query message note ' +
    'title date timestamp time location symbol ticker dataset statement token string pattern expression comment detail ' +
    'information coordinate dimension record sample video audio script code file path'
  ).split(' '),
)

/** Whether the name says that any text may be the value: a closed list for it would be a misreading. */
const isOpenName = ({ name }: SpecParameter): boolean => OPEN_NAMES.has(stemsOf(name).at(-1) ?? '')

/** Options that a clause lists, with the words around them. */
interface FoundList {
  options: readonly string[]
  before: string
}

/** Between the cue and the list: what is listed is a part of the text that is asked for. */
const PART =
  /\b(?:with|units?|include (?!at least)|followed by|in the form|ending|starting|prefix|extension|format(?:s|ted)?)\b[^[(]*$/i

const CUE =
  /\b(?:(?:must|should|can|may)(?: only)?(?: all)?(?: be| contain| include| use| come from)|use|choose|select|specify|supported?|valid|allowed|accepted|available|options|one of|one or more of|any of|from|either|combinations? of|provide|recognized)\b/i

/** `[a, b]` or `(a, b)` behind words that say that one is to be chosen. */
function bracketed(clause: string): FoundList | undefined {
  const match = /(.*?)\s*([[(])([^[\]()]*(?:\([^()]*\)[^[\]()]*)*)[\])]/s.exec(clause)
  if (match === null) return undefined
  const [, before = '', bracket, inner = ''] = match
  // Behind a plural round brackets say what some of the things are: `database objects (schemas, tables)`.
  if (bracket === '(' && endsInPlural(before)) return undefined
  const options =
    CUE.test(before) && !PART.test(before.replace(/^.*?\b(?=must|use|choose)/i, ''))
      ? readListedValues(inner, 4)
      : undefined
  return options && { options, before }
}

const LIST_END =
  /^(.*?)(?:\s+(?:only|for|as|based on|when|if|depending|in the|in this|in [a-z]+_|to (?:define|set|indicate|specify)|level[s]?|format[s]?|units?|scale|parameter|with)\b.*)?$/is

/** `must be a, b, or c` and `use 'a' or 'b' for ...` without brackets. */
function bare(clause: string): FoundList | undefined {
  const match =
    /^(.*?)(?:\bmust be(?: either| one of)?|(?:^|, )(?:use|choose|select|specify)(?: either)?(?: one of| any of| only| from)?|\b(?:supported|valid|allowed|available) [\w ]*?(?:are|is|include|:)|\b(?:one|any) of)(?: these| the following)?:?\s+(.*)$/is.exec(
      clause,
    )
  if (match === null) return undefined
  const [, before = '', said = ''] = match
  const rest = said.replace(/^[\w ]+:\s+/, '')
  // Two words joined by "and" are as often two things that are both asked for.
  const tail = LIST_END.exec(rest)?.[1] ?? rest
  const joined = /\bor\b/i.test(tail) || /,.*,.*\band\b/i.test(tail) || /one of:?\s|:\s/i.test(clause)
  const options = joined && !/^(?:an?\s+)?valid\b/i.test(tail) ? readListedValues(tail, 3) : undefined
  return options && { options, before }
}

/** The closed list that a clause of a failure mode offers, `must be one of [a, b]` or `use a, b, or c`. */
const findList = (clause: string): FoundList | undefined => bracketed(clause) ?? bare(clause)

/** Descriptions that tell how a text is built, not what it may be. */
const STRUCTURED =
  /\b(?:format(?:ted)? (?:as|like|:)|in format|separated|containing|contains|consisting|structure|pairs?|json|with (?:fields|keys|columns)|delimited|coordinates?)\b/i

/** Last words of names whose values are one of a few kinds. */
const KINDS = new Set(
  (
    'type level method mode format status strategy priority frequency scope period order side style category class ' +
    'sensitivity gender depth platform approach policy tier unit tone condition direction severity preference action'
  ).split(' '),
)

/** `(village, town, or city)` may say what kind of thing is named; a default or the name shows that it is a choice. */
const isChoice = (text: string, { name, default: standard }: SpecParameter): boolean =>
  !/\bor\b/i.test(text) ||
  KINDS.has(stemsOf(name).at(-1) ?? '') ||
  (standard !== undefined && standard !== null)

/** Closed lists of a description: `Kind of thing: a, b, c`, `Level (low, high)`. */
function closedListInDescription(clause: string, parameter: SpecParameter): BodyOf<'one_of'>[] {
  if (isOpen(clause) || STRUCTURED.test(clause) || isOpenName(parameter)) return []
  const [, before = '', found = ''] = /^(.*?)\(([^()]+)\)/s.exec(clause) ?? []
  const inner = !endsInPlural(before) && isChoice(found, parameter) ? found : ''
  const tail = /:\s+([^:]+)$/.exec(clause)?.[1] ?? ''
  const [values] = [inner, tail].flatMap((text) => {
    const list = readListedValues(text.replace(/^(?:one of|either|options:?)\s+/i, ''), 3)
    return list === undefined ? [] : [list]
  })
  if (values === undefined || /^\s*\d/.test(values[0] ?? '')) return []
  return [{ kind: 'one_of', parameter: parameter.name, values, quantifier: 'every' }]
}

/** How many of the options a description has as whole words. */
const agreement = ({ description }: SpecParameter, options: readonly string[]): number =>
  options.filter((option) =>
    ` ${description.toLowerCase().replace(/[^\p{L}\p{N}_.-]+/gu, ' ')} `.includes(
      ` ${option.toLowerCase()} `,
    ),
  ).length / options.length

/** Closed lists of a clause of a failure mode: `must be one of [a, b]`, `Use 'a' or 'b'`. */
function closedListInFailure(
  clause: string,
  title: string,
  parameters: readonly SpecParameter[],
): BodyOf<'one_of'>[] {
  if (isOpen(clause)) return []
  const found = findList(clause)
  if (found === undefined) return []
  const { before } = found
  const numbers = found.options.map(Number)
  const numeric = numbers.every((number) => Number.isFinite(number))
  const accepts = (one: SpecParameter): boolean =>
    numeric
      ? acceptsNumbers(one) || isTextual(one)
      : isTextual(one) && (!isOpenName(one) || agreement(one, found.options) > 0.6)
  let bound = bindRule(before, title, parameters, accepts)
  if (
    bound.length !== 1 &&
    !(bound.length > 1 && bound.every((one) => agreement(one, found.options) >= 0.6))
  ) {
    const agreeing = parameters.filter((one) => accepts(one) && agreement(one, found.options) >= 0.6)
    bound = agreeing.length === 1 ? agreeing : []
  }
  const quantifier = /\binclude at least one\b|\bat least one of\b/i.test(clause) ? 'some' : 'every'
  return bound.map((parameter) => ({
    kind: 'one_of',
    parameter: parameter.name,
    values: numeric && acceptsNumbers(parameter) ? numbers : [...found.options],
    quantifier,
  }))
}

interface Sign {
  format: Format
  said: RegExp
  /** One of the words in the name of a parameter that holds such a text. */
  names: readonly string[]
}

const SIGNS: readonly Sign[] = [
  {
    format: 'date-time',
    said: /\bvalid date-?time (?:format|strings?|values?)\b|\bISO[- ]?8601\b(?! duration)|\bISO (?:date|date-?time|timestamp)?\s?(?:format|strings?)\b|\bISO (?:date|date-?time)s?\b|\bYYYY-MM-DD\b/i,
    names: 'date time timestamp start end at deadline from to since until day birth'.split(' '),
  },
  {
    format: 'email',
    said: /\b(?:valid|standard|proper(?:ly formatted)?) e-?mails?\b|\be-?mail (?:address(?:es)? )?(?:format|must be valid)|must be (?:an? )?valid e-?mail/i,
    names: ['email', 'mail'],
  },
  {
    format: 'url',
    said: /\b(?:valid|properly formatted|well-formed) (?:[A-Z/]+ (?:or HTTPS )?|web |absolute |full )?URLs?\b|\bURLs? (?:must be valid|format)\b/i,
    names: ['url', 'uri', 'link', 'website', 'webhook', 'endpoint'],
  },
  {
    format: 'json',
    said: /\b(?:valid|properly formatted|well-formed) JSON\b|\bJSON (?:string|text|object) (?:with|of|containing)\b/i,
    names: [],
  },
  { format: 'ip', said: /\bvalid IP\b|\bIPv4 or IPv6\b|\bvalid IPv4\b/i, names: ['ip'] },
  { format: 'timezone', said: /\bIANA\b/, names: ['timezone', 'zone', 'tz'] },
  { format: 'currency', said: /\bISO 4217\b/i, names: ['currency'] },
  {
    format: 'country',
    said: /\bISO 3166(?:-1)?(?: alpha-2)?\b|\b(?:two|2)-letter (?:ISO )?country/i,
    names: ['country'],
  },
]

/** A second kind of text is allowed as well, or the sentence gives only an example. */
const LOOSE =
  /\bor (?:an? )?(?:file|path|XML|YAML|CSV|plain|text|username|local|relative|URL|id|phone|IP range|CIDR|name|recogni[sz]\w+|'|")|\b(?:XML|YAML|CSV),? or\b|\b(?:URLs?|paths?|JSON|addresses) or\b(?! HTTPS)|\/(?:file )?path|\bor (?:time|duration|relative)|e\.g|such as|\blike\b/i

const holdsText = (parameter: SpecParameter, { names }: Sign): boolean =>
  isTextual(parameter) && (names.length === 0 || stemsOf(parameter.name).some((word) => names.includes(word)))

const DATE_EXAMPLES =
  /^(?:(?:all|both|the|any|each|use|provide|date|time|timestamp|datetime|dates|times|timestamps|parameters?|fields?|values?|strings?|formats?|and|must|be|in|valid|invalid|bad|wrong|incorrect|malformed|inconsistent|error|should|-)\b[\s,:-]*)*$/i

function formatTargets(
  sign: Sign,
  subject: string,
  title: string,
  parameters: readonly SpecParameter[],
): SpecParameter[] {
  const accepts = (one: SpecParameter): boolean => holdsText(one, sign)
  if (sign.format !== 'date-time' || !DATE_EXAMPLES.test(subject) || !DATE_EXAMPLES.test(title))
    return bindRule(subject, title, parameters, accepts)
  // A "time" may be how long something takes; its description tells.
  return parameters.filter(
    (one) =>
      accepts(one) &&
      (/(?:date|timestamp|datetime|_at)s?$/.test(one.name) ||
        (/_times?$/.test(one.name) && /\bISO\b|date|\btime\b/i.test(one.description))),
  )
}

/** Formats that are known by name: ISO 8601, e-mail, URL, JSON, IP, time zone, currency, country. */
export const formatRule: Recogniser = ({ source, clauses, title, parameter }, parameters) => {
  return clauses.flatMap((clause) =>
    SIGNS.flatMap((sign) => {
      const at = clause.search(sign.said)
      if (source === 'usage' || at < 0 || LOOSE.test(clause)) return []
      const meant =
        parameter === undefined
          ? formatTargets(sign, clause.slice(0, at), title, parameters).filter(
              ({ description }) => !LOOSE.test(description),
            )
          : [parameter].filter((one) => holdsText(one, sign))
      return meant.map(({ name }): RuleBody => ({ kind: 'format', parameter: name, format: sign.format }))
    }),
  )
}
