import { singular } from '../../shared/english.ts'
import type { Rule, RuleKind, RuleOf, RuleSource } from '../tool-spec/rule.ts'
import type { SpecParameter, SpecShape, ToolSpec } from '../tool-spec/tool-spec.ts'

export interface Sentence {
  source: Extract<RuleSource, 'parameter' | 'usage' | 'failure'>
  text: string
  /** What stands before the colon of a failure mode; empty elsewhere. */
  title: string
  clauses: readonly string[]
  parameter?: SpecParameter
}

/** Sentences and half sentences; a full stop within a number or a bracket ends none. */
const clausesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!])\s+(?=[A-Z])|;\s+/)
    .map((clause) => clause.trim().replace(/\.$/, ''))
    .filter((clause) => clause !== '')

function failureSentence(text: string): Sentence {
  const colon = text.indexOf(': ')
  const title = colon < 0 ? '' : text.slice(0, colon)
  return { source: 'failure', text, title, clauses: clausesOf(colon < 0 ? text : text.slice(colon + 2)) }
}

export const sentencesOf = ({ parameters, usage, failureModes }: ToolSpec): Sentence[] => [
  ...parameters
    .filter(({ description }) => description !== '')
    .map((parameter): Sentence => {
      const text = parameter.description
      return { source: 'parameter', text, title: '', clauses: clausesOf(text), parameter }
    }),
  ...clausesOf(usage).map((text): Sentence => ({ source: 'usage', text, title: '', clauses: [text] })),
  ...failureModes.map(failureSentence),
]

type Body<R> = R extends Rule ? Omit<R, 'from' | 'message'> : never
/** A rule without its origin, which the compiler adds. */
export type RuleBody = Body<Rule>
export type BodyOf<K extends RuleKind> = Body<RuleOf<K>>

/** Reads one family of rules out of a sentence; gives none where it is not certain of them. */
export type Recogniser = (sentence: Sentence, parameters: readonly SpecParameter[]) => RuleBody[]

/** Words that mean the same in names and in prose. */
const SAME: Readonly<Record<string, string>> = {
  identifier: 'id',
  maximum: 'max',
  minimum: 'min',
  percentage: 'percent',
  criteria: 'criterion',
  indices: 'index',
  addresses: 'address',
  analyses: 'analysis',
  statuses: 'status',
  series: 'series',
  mails: 'mail',
  datetime: 'date',
}

/** The stem of a word: lower case, singular, with one spelling for the same word. */
function stem(word: string): string {
  const lower = word.toLowerCase()
  const known = Object.hasOwn(SAME, lower) ? SAME[lower] : undefined
  if (known !== undefined) return known
  const one = lower === 'ids' ? 'id' : singular(lower)
  return (Object.hasOwn(SAME, one) ? SAME[one] : undefined) ?? one
}

/** A word of a text, with where it stands. */
interface RuleWord {
  stem: string
  start: number
  end: number
}

/** The words of a text or of a name, `order_ids` being two. */
const ruleWordsOf = (text: string): RuleWord[] =>
  [...text.matchAll(/[a-z]+|\d+/gi)].map(({ 0: word, index }) => ({
    stem: stem(word),
    start: index,
    end: index + word.length,
  }))

export const stemsOf = (text: string): string[] => ruleWordsOf(text).map((word) => word.stem)

export function endsInPlural(text: string): boolean {
  const word = /([a-z]+)[^a-z]*$/i.exec(text)?.[1]?.toLowerCase() ?? ''
  return singular(word) !== word
}

/** A parameter that a text names, and where. */
interface Mention {
  parameter: SpecParameter
  start: number
  end: number
  /** Whether the text has the name as it is written in the specification, with its underscores. */
  literal: boolean
}

/** Words around a rule that name nothing. */
const STOP = new Set(
  (
    'a an the all each every any some one or more both and of for in to be is are must should value parameter array ' +
    'list error invalid unsupported unknown missing empty bad wrong incorrect out range format provided provide use ' +
    'specified selection specify field input set valid required no not with than too large many long short ' +
    'exceeded limit given only contain have option selected found exist does do system'
  ).split(' '),
)

/** Last words that names of all kinds share. */
const GENERIC = new Set(['id', 'name', 'code', 'number', 'type', 'value', 'data', 'count', 'level', 'info'])

const content = (text: string): string[] => stemsOf(text).filter((word) => !STOP.has(word))

/** Parameters whose whole name stands in the text, in words or as written; a longer name hides one inside it. */
export function mentionsIn(text: string, parameters: readonly SpecParameter[]): Mention[] {
  const words = ruleWordsOf(text)
  const all = parameters.flatMap((parameter) => {
    const run = stemsOf(parameter.name)
    return words.flatMap((_, i): Mention[] => {
      if (run.length === 0 || !run.every((stem, at) => words[i + at]?.stem === stem)) return []
      const start = words[i]?.start ?? 0
      const end = words[i + run.length - 1]?.end ?? start
      const literal = run.length > 1 && text.slice(start, end).toLowerCase() === parameter.name.toLowerCase()
      return [{ parameter, start, end, literal }]
    })
  })
  const hides = (outer: Mention, { start, end }: Mention): boolean =>
    outer.end - outer.start > end - start && outer.start <= start && outer.end >= end
  return all.filter((one) => !all.some((other) => hides(other, one))).sort((a, b) => a.start - b.start)
}

const unique = (mentions: readonly Mention[]): SpecParameter[] => [
  ...new Set(mentions.map(({ parameter }) => parameter)),
]

/** The one parameter whose name shares most with what a text speaks of. */
export function nearestParameter(
  text: string,
  parameters: readonly SpecParameter[],
): SpecParameter | undefined {
  const wanted = content(text)
  if (wanted.length === 0) return undefined
  const scored = parameters.map((parameter) => {
    const name = stemsOf(parameter.name)
    const shared = name.filter((word) => wanted.includes(word))
    const last = name.at(-1) ?? ''
    const heads = shared.length > 1 || shared.includes(last) || shared.includes(wanted.at(-1) ?? '')
    // Sharing "id" or "name" alone is not a likeness where both say whose.
    const isWeak =
      shared.every((word) => GENERIC.has(word)) && shared.length < Math.min(name.length, new Set(wanted).size)
    const f1 = (2 * shared.length) / (name.length + new Set(wanted).size)
    return { parameter, score: heads && !isWeak ? f1 : 0 }
  })
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const [first, second] = scored.filter(({ score }) => score === best)
  return best >= 0.5 && second === undefined ? first?.parameter : undefined
}

/** The parameters of a kind that a rule is about. */
export function bindRule(
  subject: string,
  title: string,
  parameters: readonly SpecParameter[],
  accepts: (parameter: SpecParameter) => boolean,
): SpecParameter[] {
  for (const text of [subject, title]) {
    const mentions = mentionsIn(text, parameters)
    const fitting = mentions.filter(({ parameter }) => accepts(parameter))
    const literal = fitting.filter((mention) => mention.literal)
    if (literal.length > 0) return unique(literal)
    if (mentions.some((mention) => mention.literal)) return []
    if (fitting.length > 0) return unique(fitting)
    const near = nearestParameter(text, parameters.filter(accepts))
    if (near !== undefined) return [near]
  }
  return []
}

const holds =
  (...types: readonly SpecShape['type'][]) =>
  (parameter: SpecParameter): boolean =>
    types.includes(parameter.type) ||
    (parameter.type === 'array' && parameter.items !== undefined && types.includes(parameter.items.type))

export const acceptsNumbers = holds('number', 'integer')
export const isTextual = holds('string')
export const isArray = ({ type }: SpecParameter): boolean => type === 'array'

/** A number in prose, with thousands set apart by commas or in words. */
export const NUMBER = String.raw`[$€£]?[-+]?\d+(?:,\d{3})*(?:\.\d+)?(?:\s?(?:million|thousand|billion)\b|[kK]\b)?`

const SCALE: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, million: 1e6, billion: 1e9 }

/** The value of a text that {@link NUMBER} matched. */
export function readNumber(text: string): number {
  const [, digits = '', scale = ''] = /^[$€£]?([-+]?[\d,.]+)\s?([a-z]*)/i.exec(text) ?? []
  return Number(digits.replaceAll(',', '')) * (SCALE[scale.toLowerCase()] ?? 1)
}

const NUMERALS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** A count in digits or in words up to twelve, as a piece of a pattern. */
export const COUNT = String.raw`(?:\d[\d,]*|${NUMERALS.slice(1).join('|')}|an?)`

export function readCount(text: string): number {
  const word = text.toLowerCase()
  if (word === 'a' || word === 'an') return 1
  const numeral = NUMERALS.indexOf(word)
  return numeral >= 0 ? numeral : Number(word.replaceAll(',', ''))
}

/** Signs that a list gives examples and does not end. */
const OPEN =
  /\b(?:e\.?g\.?|i\.e\.?|such as|like|for (?:example|instance)|including|etc|examples?|similar|and (?:more|others)|among others|or others|or other [a-z]+|custom (?:names?|values?|strings?))\b|\.\.\.|…/i

export const isOpen = (text: string): boolean => OPEN.test(text)

/** Words that an option of a closed list does not begin with: then the text is a sentence and no list. */
const NO_OPTION =
  /^(?:an?|the|to|with|for|if|when|where|that|which|as|in|on|by|of|must|should|is|are|be|ensure|check|verify|provide|default|defaults|empty|leave|only|minimum|maximum|min|max|required|optional|optionally|between|up|at|all of|comma|not)\b.*\s|^(?:with|without)\b|^(?:required|optional|default[\s:=].*)$/i

const unquote = (text: string): string =>
  text
    .trim()
    .replace(/^["'`‘“](.*)["'`’”]$/s, '$1')
    .trim()

/** Options of a list in prose, `a, b, or c` with or without quotes. */
export function readListedValues(text: string, words: number): string[] | undefined {
  const options = text
    .trim()
    .split(/,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+/)
    .map((part) => unquote(part.replace(/\s+\([^()]*\)\s*$/, '')))
  const fits = (option: string): boolean =>
    /^[\p{L}\p{N}.+#/&%:<>=*$ '_-]+$/u.test(option) &&
    option.split(/\s+/).length <= words &&
    !/^['"]|['"]$/.test(option) &&
    !NO_OPTION.test(option) &&
    // `part.field` and "pet name" say how a text is built or what it names.
    !/[a-z]\.[a-z]/i.test(option) &&
    !/\s(?:name|id|identifier|number|path|address|string)s?$/i.test(option)
  if (options.length < 2 || new Set(options).size < options.length || !options.every(fits)) return undefined
  return options
}
