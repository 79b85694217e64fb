import { pattern } from '../../shared/pattern.ts'
import { factsIn } from './facts.ts'
import { UNTRUE } from './other-denials.ts'
import type { Objection, Reading } from './reading.ts'
import { excerpt, slotsWithValues } from './say-slot.ts'
import { firstWhere, type Span } from './spans.ts'

const THINGS = '(?:figures?|values?|numbers?|answers?|prices?|results?|dates?|names?|data|statements?)'
/** Looks back over a few blanks: over all of them it would take the square of their number. */
const ALL = String.raw`(?<![\p{L}\p{Nd}_])(?<!(?:none|neither|nothing|not|no|some|one|any|if)\s{1,3}(?:of\s{1,3})?)`
const IS = String.raw`\s+(?:is|are|was|were|seems?)(?=\s|n['\u2019]t)\s*(?:(?:all|both|simply|just|completely|entirely|plainly|totally|clearly)\s+)*`
const WHO = String.raw`(?:(?:this|that|it|they|which|these|those|both|all)(?:\s+(?:of\s+)?(?:them|these|those|it|this|that|two))?(?:\s+${THINGS})?|the(?:se)?\s+${THINGS})`
const RIGHT = String.raw`(?:right|correct|true|accurate|real|valid)(?![\p{L}\p{Nd}_])`
const PHRASES = [
  String.raw`(?<![\p{L}\p{Nd}_])(?:none|neither|not\s+one)\s+of\s+(?:this|that|it|them|the(?:se|m)?|those|the\s+above)(?:\s+${THINGS})?${IS}${RIGHT}`,
  `${ALL}${WHO}${IS}${UNTRUE}`,
  String.raw`(?<![\p{L}\p{Nd}_])(?:just|only|merely)\s+(?:kidding|joking|my\s+(?:\p{L}+\s+)?guess|a\s+(?:\p{L}+\s+)?guess)(?!\p{L})`,
  String.raw`(?<![\p{L}\p{Nd}_])which\s+(?:it|they)\s+(?:(?:is|are|was|were)\s+not|(?:is|are|was|were)n['\u2019]t)(?=\s*(?:$|[.,;:!?)\n]))`,
  String.raw`(?<![\p{L}\p{Nd}_])I\s+(?:have\s+)?(?:just\s+|only\s+|simply\s+)?(?:made\s+(?:it|that|this|them|these|those|both|all)(?:\s+\p{L}+)?\s+up|(?:invented|fabricated|guessed|doubt)(?:\s+(?:it|that|this|them|these|those|both|all))(?![\p{L}\p{Nd}_]))`,
]
const RETRACTIONS = pattern(PHRASES.join('|'), 'giu')
/** Behind the values or before them, with a colon. */
const BEFORE_ALL = /^["'*_`]*\s*:/u

/** Said of which value is whose, where there are several. */
const EXCHANGES =
  /(?<![\p{L}\p{Nd}_])(?:the\s+)?other\s+way\s+a?round(?!\p{L})|(?<!\p{L})(?:(?:not|n['\u2019]t|unclear|unsure|cannot|can\s+not)\s+(?:\p{L}+\s+){0,3}|unclear\s+|unsure\s+)which\s+(?:one\s+)?is\s+which(?!\p{L})|(?<!\p{L})or\s+vice\s+versa(?!\p{L})|(?<!\p{L})(?:labels|values|names|figures|numbers|keys|answers|they|these|two)\s+(?:are|were|have\s+been)\s+(?:swapped|switched|mixed\s+up|reversed|interchanged)(?!\p{L})/giu

const asked = (phrase: string, { prompt, wording }: Reading): boolean =>
  `${prompt}\n${wording}`.toLowerCase().includes(phrase.toLowerCase())

/**
 * Whether a phrase speaks of the values: no fact but them stands between it and the value before it, or it leads them
 * with a colon.
 */
function speaksOfValues({ text, rest, slots }: Reading): (phrase: Span) => boolean {
  const ends = slots.flatMap(({ places }) => places.flat().map(({ end }) => end)).sort((a, b) => a - b)
  const facts = factsIn(rest)
  return ({ start, end }) => {
    if (BEFORE_ALL.test(text.slice(end))) return true
    const last = ends[firstWhere(ends, (at) => at > start) - 1]
    if (last === undefined) return false
    const next = facts[firstWhere(facts, (fact) => fact.start >= last)]
    return next === undefined || next.start >= start
  }
}

/**
 * Not taken back: nothing says of the values as a whole that they are false, made up or guessed, or of several that they
 * are the other way round. What the prompt or the wording says too is free, and so are booleans, which "false" can be.
 */
export function findRetraction(reading: Reading): Objection | undefined {
  const { rest, slots, text } = reading
  const values = slots.flatMap((slot) => slot.values)
  if (values.some((value) => typeof value === 'boolean')) return undefined
  const isOfValues = speaksOfValues(reading)
  const found = [
    ...[...rest.matchAll(RETRACTIONS())].filter(({ index, 0: phrase }) =>
      isOfValues({ start: index, end: index + phrase.length }),
    ),
    ...(values.length > 1 ? rest.matchAll(EXCHANGES) : []),
  ].find(({ 0: phrase }) => !asked(phrase, reading))
  if (found === undefined) return undefined
  const note = () =>
    `${slotsWithValues(slots)} is taken back: ${excerpt(text, { start: found.index, end: found.index + found[0].length })}`
  return { note, lineage: 'fabricated' }
}
