import type { SpecParameter, SpecShape } from '../tool-spec/tool-spec.ts'
import { type RuleWord, ruleWordsOf, stemsOf } from './words.ts'

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
  )
    .split(' ')
    .map((word) => word),
)

/** Last words that names of all kinds share. */
const GENERIC = new Set(['id', 'name', 'code', 'number', 'type', 'value', 'data', 'count', 'level', 'info'])

const content = (text: string): string[] => stemsOf(text).filter((word) => !STOP.has(word))

function findRun(words: readonly RuleWord[], run: readonly string[], from: number): boolean {
  return run.every((one, i) => words[from + i]?.stem === one)
}

/** Parameters whose whole name stands in the text, in words or as written; a longer name hides one inside it. */
export function mentionsIn(text: string, parameters: readonly SpecParameter[]): Mention[] {
  const words = ruleWordsOf(text)
  const all = parameters.flatMap((parameter) => {
    const run = stemsOf(parameter.name)
    return words.flatMap((_, i): Mention[] => {
      if (run.length === 0 || !findRun(words, run, i)) return []
      const start = words[i]?.start ?? 0
      const end = words[i + run.length - 1]?.end ?? start
      const literal = run.length > 1 && text.slice(start, end).toLowerCase() === parameter.name.toLowerCase()
      return [{ parameter, start, end, literal }]
    })
  })
  const size = ({ start, end }: Mention): number => end - start
  return all
    .filter(
      (one) =>
        !all.some((other) =>
          size(other) > size(one) ||
          (size(other) === size(one) && other.literal && !one.literal && other.parameter !== one.parameter)
            ? other.start <= one.start && other.end >= one.end
            : false,
        ),
    )
    .sort((a, b) => a.start - b.start)
}

const unique = (mentions: readonly Mention[]): SpecParameter[] => [
  ...new Set(mentions.map(({ parameter }) => parameter)),
]

/**
 * The one parameter whose name shares most with what a text speaks of: half of the words of both together, and the
 * last word of the text or of the name among them; undefined where no parameter, or more than one, is nearest.
 */
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
    // Sharing "id" or "name" alone is no likeness where both say whose.
    const isWeak =
      shared.every((word) => GENERIC.has(word)) && shared.length < Math.min(name.length, new Set(wanted).size)
    const f1 = (2 * shared.length) / (name.length + new Set(wanted).size)
    return { parameter, score: heads && !isWeak ? f1 : 0 }
  })
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const [first, second] = scored.filter(({ score }) => score === best)
  return best >= 0.5 && second === undefined ? first?.parameter : undefined
}

/**
 * The parameters of a kind that a rule is about: named in its subject, or near to it, or else named by the title.
 * Gives none where the subject names a parameter of another kind.
 *
 * @param subject The words before the rule; empty where the sentence says only "Must be ...".
 */
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

/** Numbers, or arrays of them. */
export const acceptsNumbers = holds('number', 'integer')
/** Texts, or arrays of them. */
export const isTextual = holds('string')
export const isArray = ({ type }: SpecParameter): boolean => type === 'array'
