import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import { mentionsIn } from './bind-rule.ts'
import type { Recogniser, RuleBody } from './sentence.ts'
import { stemsOf } from './words.ts'

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

const isOrdered = ({ type, name, format, description }: SpecParameter): boolean =>
  type === 'number' ||
  type === 'integer' ||
  (type === 'string' &&
    (format === 'date-time' ||
      /(?:date|time|start|end|from|to|deadline|at)$/.test(name) ||
      /\bdate|\btime/i.test(description)))

/** The one parameter that a side of the relation names; every word of the side has to be in the name. */
function sideOf(side: string, parameters: readonly SpecParameter[]): SpecParameter | undefined {
  const mentions = mentionsIn(side, parameters).filter(({ parameter }) => isOrdered(parameter))
  const literal = mentions.filter((mention) => mention.literal)
  const named = [...new Set((literal.length > 0 ? literal : mentions).map(({ parameter }) => parameter))]
  if (named.length > 0) return named.length === 1 ? named[0] : undefined
  const words = stemsOf(side.replace(/\b(?:must|be|the|value|values|should|is|a|an|to|in|all|any)\b/gi, ' '))
  // A "start date" may be called `period_start`.
  const bare = words.filter((word) => word !== 'date' && word !== 'time')
  const near = parameters.filter(
    (parameter) =>
      isOrdered(parameter) && bare.length > 0 && bare.every((word) => stemsOf(parameter.name).includes(word)),
  )
  return near.length === 1 ? near[0] : undefined
}

const comparable = (one: SpecParameter, other: SpecParameter): boolean =>
  (one.type === 'string') === (other.type === 'string')

function readClause(clause: string, parameters: readonly SpecParameter[]): RuleBody[] {
  for (const { said, flip, strict } of RELATIONS) {
    const match = said.exec(clause)
    if (match === null) continue
    const left = clause.slice(0, match.index)
    // The other side ends where the sentence goes on about something else.
    const right =
      clause
        .slice(match.index + match[0].length)
        .split(/\b(?:and|with|when|if|but|by|within|for)\b|[,;(]/i)[0] ?? ''
    const [first, second] = [
      sideOf(left.split(/,\s|\bensure\b/i).at(-1) ?? left, parameters),
      sideOf(right, parameters),
    ]
    if (first === undefined || second === undefined || first === second || !comparable(first, second))
      return []
    if (/\b(?:multiple|factor|times|percent|sum|total of|half)\b/i.test(right)) return []
    const [lesser, greater] = flip ? [second, first] : [first, second]
    return [{ kind: 'ordering', lesser: lesser.name, greater: greater.name, strict }]
  }
  return []
}

/** Two parameters of which one comes first: `start_date must be before end_date`, `max must be greater than min`. */
export const ordering: Recogniser = ({ source, clauses, parameter }, { parameters }) =>
  source === 'usage' || parameter !== undefined
    ? []
    : clauses.flatMap((clause) => readClause(clause, parameters))
