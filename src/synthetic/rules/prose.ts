import { singular } from '../../shared/singular.ts'
import type { RuleSource } from '../tool-spec/rule.ts'
import type { SpecParameter, SpecShape, ToolSpec } from '../tool-spec/tool-spec.ts'

export interface Sentence {
  source: Extract<RuleSource, 'parameter' | 'usage' | 'failure'>
  text: string
}

/** Sentences and half sentences; a full stop within a number or a bracket ends none. */
const splitClauses = (text: string): string[] =>
  text
    .split(/(?<=[.!])\s+(?=[A-Z])|;\s+/)
    .map((clause) => clause.trim().replace(/\.$/, ''))
    .filter((clause) => clause !== '')

export const listSentences = ({ parameters, usage, failureModes }: ToolSpec): Sentence[] => [
  ...parameters.flatMap(({ description: text }): Sentence[] =>
    text === '' ? [] : [{ source: 'parameter', text }],
  ),
  ...splitClauses(usage).map((text): Sentence => ({ source: 'usage', text })),
  ...failureModes.map((text): Sentence => ({ source: 'failure', text })),
]

export interface FailureMode {
  readonly text: string
  /** What stands before the colon. */
  readonly title: string
  readonly clauses: readonly string[]
}

export function parseFailureMode(text: string): FailureMode {
  const [, title = '', rest = text] = /^(.*?): (.*)$/s.exec(text) ?? []
  return { text, title, clauses: splitClauses(rest) }
}

/** The words of a text or of a name, lower case and singular; `order_ids` has two. */
export const listStems = (text: string): string[] =>
  [...text.toLowerCase().matchAll(/[a-z]+|\d+/g)].map(([word]) => singular(word))

/** Parameters whose whole name stands in the text, in words or as written; a longer name hides one inside it. */
export function mentionsIn(text: string, parameters: readonly SpecParameter[]): SpecParameter[] {
  let rest = ` ${listStems(text).join(' ')} `
  const byLength = parameters
    .map((parameter) => ({ parameter, name: ` ${listStems(parameter.name).join(' ')} ` }))
    .toSorted((a, b) => b.name.length - a.name.length)
  const found = new Set<SpecParameter>()
  for (const { parameter, name } of byLength) {
    if (!rest.includes(name)) continue
    found.add(parameter)
    rest = rest.replaceAll(name, ' | ')
  }
  return parameters.filter((one) => found.has(one))
}

/** Words around a rule that name nothing. */
const STOP = new Set(
  (
    'a an the all each every any or both and of for in to be is are must should value parameter array list error ' +
    'invalid unsupported unknown missing empty format provided specified provide use input set valid not than too field number integer between but positive least'
  ).split(' '),
)

/** The words of a text that may name something. */
export const listContentWords = (text: string): string[] => listStems(text).filter((word) => !STOP.has(word))

/** The one parameter whose name shares most with what a text speaks of. */
export function findNearestParameter(
  text: string,
  parameters: readonly SpecParameter[],
): SpecParameter | undefined {
  const wanted = new Set(listContentWords(text))
  const isHead = (name: readonly string[]): boolean =>
    wanted.has(name.at(-1) ?? '') || name.includes([...wanted].at(-1) ?? '')
  const scored = parameters.map((parameter) => {
    const name = listStems(parameter.name)
    const shared = name.filter((word) => wanted.has(word)).length
    return { parameter, score: isHead(name) ? (2 * shared) / (name.length + wanted.size) : 0 }
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
    const named = mentionsIn(text, parameters)
    if (named.length > 0) return named.filter(accepts)
    const near = findNearestParameter(text, parameters.filter(accepts))
    if (near !== undefined) return [near]
  }
  return []
}

const holds =
  (...types: readonly SpecShape['type'][]) =>
  ({ type, items }: SpecParameter): boolean =>
    types.includes(type === 'array' ? (items?.type ?? 'any') : type)

export const acceptsNumbers = holds('number', 'integer')
export const isTextual = holds('string')
export const isArray = ({ type }: SpecParameter): boolean => type === 'array'

/** A number in prose, with thousands set apart by commas. */
export const NUMBER = String.raw`[-+]?\d+(?:,\d{3})*(?:\.\d+)?`

export const readNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text.replaceAll(',', ''))

/** Words that make an example or an advice of a sentence, or a condition. */
const HEDGES =
  /\b(?:e\.?g|such as|like|for example|including|etc|typically|usually|recommended|when|unless|depending|based on|per|some|reasonable)\b|\bif\b(?! (?:provided|specified|given))|\.\.\.|…/i

export const isHedged = (text: string): boolean => HEDGES.test(text)

/** Options of a list in prose, `a, b, or c` with or without quotes. */
export function readListedValues(text: string): string[] | undefined {
  const options = text
    .trim()
    .split(/,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+/)
    .map((part) =>
      part
        .trim()
        .replace(/^["'`](.*)["'`]$/s, '$1')
        .trim(),
    )
  const fits = (option: string): boolean =>
    /^[\p{L}\p{N}.+#/&%_-]+(?: [\p{L}\p{N}.+#/&%_-]+)?$/u.test(option) &&
    !/^(?:an?|the|to|with|for|in|is|valid|required|optional|not)\b|[a-z]\.[a-z]/i.test(option)
  return options.length >= 2 && new Set(options).size === options.length && options.every(fits)
    ? options
    : undefined
}
