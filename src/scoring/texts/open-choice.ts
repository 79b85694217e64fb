import { blanked, factsIn } from './facts.ts'
import type { Objection, Reading } from './reading.ts'
import { excerpt, slotsWithValues } from './say-slot.ts'
import { coveredBy, firstWhere, type Span } from './spans.ts'

const CHOICE = /(?<![\p{L}\p{Nd}])(?:or|either|alternatively|maybe|perhaps|possibly)(?![\p{L}\p{Nd}])/giu
/** What ends a sentence or a line, and what ends a clause within one. */
const SENTENCE_END = /[.!?](?=\s|$)|\n/gu
const CLAUSE_END = /[,;:()\u2013\u2014]/gu
const ALTERNATIVES = new Set(['or', 'alternatively'])
/** A unit or an article may stand between. */
const WORDS_BETWEEN = 1

/** The pieces of a text between the places that a pattern finds, outside of spans that hold together. */
function pieces(text: string, within: Span, ends: RegExp, isWhole: (at: number) => boolean): Span[] {
  const found: Span[] = []
  let start = within.start
  for (const match of text.slice(within.start, within.end).matchAll(ends)) {
    const at = within.start + match.index
    if (isWhole(at)) continue
    found.push({ start, end: at })
    start = at + match[0].length
  }
  found.push({ start, end: within.end })
  return found
}

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{Nd}][\p{L}\p{Nd}'\u2019.-]*/gu) ?? []

/** Whether a place touches a span, but for one word. */
const isBeside = (text: string, { start, end }: Span, other: Span): boolean => {
  const between = other.end <= start ? text.slice(other.end, start) : text.slice(end, other.start)
  return wordsIn(between).length <= WORDS_BETWEEN
}

/** Whether the wording has the word, or the prompt has it between the same two words. */
function isAsked(word: string, before: string, after: string, { prompt, wording }: Reading): boolean {
  const has = (text: string, words: readonly string[]): boolean => {
    const all = wordsIn(text.toLowerCase())
    return all.some((_, i) => words.every((one, j) => all[i + j] === one))
  }
  const neighbours = [wordsIn(before).at(-1), word, wordsIn(after)[0]].flatMap((one) =>
    one === undefined ? [] : [one.toLowerCase()],
  )
  return has(wording, [word]) || (neighbours.length === 3 && has(prompt, neighbours))
}

const isWithin = (inner: Span, { start, end }: Span): boolean => inner.start >= start && inner.start < end

/**
 * No choice left open: no clause of a sentence or line that gives a value has or, either, alternatively, maybe, perhaps or
 * possibly beside a given value or a fact, or alone.
 */
export function findChoice(reading: Reading): Objection | undefined {
  const { text, slots } = reading
  const given = slots.flatMap(({ places }) => places.flat())
  const facts = [...given, ...factsIn(text)]
  const [isGiven, isFact] = [coveredBy(given), coveredBy(facts)]
  const starts = given.map(({ start }) => start).sort((a, b) => a - b)
  const rest = blanked(text, given)
  for (const sentence of pieces(text, { start: 0, end: text.length }, SENTENCE_END, isGiven)) {
    const first = starts[firstWhere(starts, (start) => start >= sentence.start)]
    if (first === undefined || first >= sentence.end) continue
    const clauses = pieces(text, sentence, CLAUSE_END, isFact)
    for (const [i, clause] of clauses.entries()) {
      const own = rest.slice(clause.start, clause.end)
      for (const match of own.matchAll(CHOICE)) {
        const span = { start: clause.start + match.index, end: clause.start + match.index + match[0].length }
        const word = match[0].toLowerCase()
        const isFirst = wordsIn(text.slice(clause.start, span.start)).length === 0
        // "Oslo, or Rome": what stands before the comma is offered as well.
        const from =
          isFirst && ALTERNATIVES.has(word) ? (clauses[i - 1]?.start ?? clause.start) : clause.start
        const isAlone = wordsIn(text.slice(clause.start, clause.end)).length === 1
        const near = facts.some(
          (fact) => fact.start >= from && fact.end <= clause.end && isBeside(text, span, fact),
        )
        const before = text.slice(sentence.start, span.start)
        const after = text.slice(span.end, sentence.end)
        if ((near || isAlone) && !isAsked(word, before, after, reading)) {
          const note = () => {
            const meant = slots.filter(({ places }) =>
              places.flat().some((place) => isWithin(place, sentence)),
            )
            return `"${word}" beside ${slotsWithValues(meant)} leaves open what is meant: ${excerpt(text, span)}`
          }
          return { note, lineage: 'fabricated' }
        }
      }
    }
  }
  return undefined
}
