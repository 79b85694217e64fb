import type { Json } from '../../shared/json.ts'
import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import { acceptsNumbers, bindRule, isTextual, mentionsIn } from './bind-rule.ts'
import { isOpen, readListedValues } from './read-prose.ts'
import type { BodyOf, Recogniser } from './sentence.ts'
import { endsInPlural, stemsOf } from './words.ts'

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

/** Closed lists of options, in descriptions and in failure modes. */
export const closedList: Recogniser = ({ source, clauses, title, parameter }, { parameters }) => {
  if (source === 'usage') return []
  const found = clauses.flatMap((clause) => {
    if (parameter === undefined) return closedListInFailure(clause, title, parameters)
    return isTextual(parameter) || acceptsNumbers(parameter) ? closedListInDescription(clause, parameter) : []
  })
  return found.filter((rule) => {
    const own = parameters.find(({ name }) => name === rule.parameter)
    return own !== undefined && admitsDefault(rule, own)
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
  after: string
}

/** Between the cue and the list: what is listed is a part of the text that is asked for. */
const PART =
  /\b(?:with|units?|include (?!at least)|followed by|in the form|ending|starting|prefix|extension|format(?:s|ted)?)\b[^[(]*$/i

const CUE =
  /\b(?:(?:must|should|can|may)(?: only)?(?: all)?(?: be| contain| include| use| come from)|use|choose|select|specify|supported?|valid|allowed|accepted|available|options|one of|one or more of|any of|from|either|combinations? of|provide|recognized)\b/i

/** `[a, b]` or `(a, b)` behind words that say that one is to be chosen. */
function bracketed(clause: string): FoundList | undefined {
  const match = /(.*?)\s*([[(])([^[\]()]*(?:\([^()]*\)[^[\]()]*)*)[\])]\s*(.*)$/s.exec(clause)
  if (match === null) return undefined
  const [, before = '', bracket, inner = '', after = ''] = match
  // Behind a plural round brackets say what some of the things are: `database objects (schemas, tables)`.
  if (bracket === '(' && endsInPlural(before)) return undefined
  const options =
    CUE.test(before) && !PART.test(before.replace(/^.*?\b(?=must|use|choose)/i, ''))
      ? readListedValues(inner, 4)
      : undefined
  return options && { options, before, after }
}

const END =
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
  const tail = END.exec(rest)?.[1] ?? rest
  const joined = /\bor\b/i.test(tail) || /,.*,.*\band\b/i.test(tail) || /one of:?\s|:\s/i.test(clause)
  const options = joined && !/^(?:an?\s+)?valid\b/i.test(tail) ? readListedValues(tail, 3) : undefined
  return options && { options, before, after: rest.slice(tail.length) }
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
  const [, before = '', found] = /^(.*?)\(([^()]+)\)/s.exec(clause) ?? []
  const brackets = endsInPlural(before) && !acceptsNumbers(parameter) ? undefined : found
  const inner =
    brackets !== undefined && (acceptsNumbers(parameter) || isChoice(brackets, parameter))
      ? brackets
      : undefined
  const tail = /:\s+([^:]+)$/.exec(clause)?.[1]
  const options = [inner, tail].flatMap((text) => {
    const list =
      text === undefined
        ? undefined
        : readListedValues(text.replace(/^(?:one of|either|options:?)\s+/i, ''), 3)
    return list === undefined ? [] : [list]
  })[0]
  if (options === undefined || /^\s*\d/.test(options[0] ?? '') !== acceptsNumbers(parameter)) return []
  const numbers = options.map(Number)
  if (acceptsNumbers(parameter)) {
    const every = numbers.every((number) => Number.isFinite(number))
    return every && parameter.type !== 'array' && / or /.test(clause)
      ? [{ kind: 'one_of', parameter: parameter.name, values: numbers, quantifier: 'every' }]
      : []
  }
  return [{ kind: 'one_of', parameter: parameter.name, values: options, quantifier: 'every' }]
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
  const { before, after } = found
  const blank = /\bor (?:leave (?:it )?(?:blank|empty)|empty)/i.test(after) ? [''] : []
  const numbers = found.options.map(Number)
  const numeric = numbers.every((number) => Number.isFinite(number))
  const names = new Set(parameters.map(({ name }) => name))
  const isLiteral = mentionsIn(`${title} ${before}`, parameters).some(({ literal }) => literal)
  if (!isLiteral && found.options.every((option) => names.has(option))) return []
  const accepts = (one: SpecParameter): boolean =>
    numeric
      ? acceptsNumbers(one) || isTextual(one)
      : isTextual(one) && (!isOpenName(one) || agreement(one, found.options) > 0.6)
  let bound = bindRule(before, title, parameters, accepts)
  if (bound.length === 0) bound = bindRule(after, '', parameters, accepts)
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
    values: numeric && acceptsNumbers(parameter) ? numbers : [...found.options, ...blank],
    quantifier,
  }))
}
