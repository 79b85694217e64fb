import { pattern } from '../../shared/pattern.ts'
import { factsIn } from './facts.ts'
import type { Objection, Reading } from './reading.ts'
import { excerpt, slotWithValues } from './say-slot.ts'
import type { Span } from './spans.ts'
import { classOf } from './value-class.ts'

const OPEN = String.raw`(?:["'\u201c\u2018*_\x60$\u20ac\u00a3\u00a5(]|\p{Lu}{3}\s|the\s|an?\s)*`
const WEEKDAY = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+(?:the\s+)?)?`

/** Words and signs before a value that make a bound of it: of numbers and dates, and of dates only. */
const WORDS =
  'more than|less than|fewer than|greater than|higher than|lower than|larger than|smaller than|bigger than|at least|at most|over|under|(?<!(?:see|shown|listed|given|stated|said|from|as) )(?:above|below)|beyond|up to|in excess of|north of|exceeds|exceeding|upwards? of|no more than|no less than|no fewer than|longer than|shorter than'
const DATE_WORDS = 'before|after|earlier than|later than|sooner than|prior to|preceding'
const SIGNS = String.raw`(?<![-=\p{L}\p{Nd}_/"'])(?:[<>]=?)|[\u2264\u2265]`

const before = (words: string) =>
  pattern(
    String.raw`(?:(?<![\p{L}\p{Nd}_])(?<word>${words})\s+|(?<sign>${SIGNS})\s?)${OPEN}${WEEKDAY}$`,
    'iu',
  )
const BEFORE = { number: before(WORDS), date: before(`${WORDS}|${DATE_WORDS}`) }
const BEHIND =
  /^(?<word>\+(?=$|[\s.,;:!?)"'*])|["'\u201d*_`)]*(?:\s*[\p{L}\u00b0%]+)?,?\s+(?:or|and)\s+(?:more|less|fewer|above|below|over|under|up|upwards|higher|lower|later|earlier|counting)(?![\p{L}\p{Nd}_])(?!\s+than)|["'\u201d*_`)]*(?:\s*[\p{L}\u00b0%]+)?,?\s+at\s+(?:the\s+)?(?:very\s+)?(?:least|most|latest|earliest|minimum|maximum)(?![\p{L}\p{Nd}_]))/iu
/** "spread over 5 files" counts them. */
const SPREAD =
  /(?:spread|split|distributed|averaged|divided|taken|summed|stretched|over)\s+(?:out\s+)?over\s+$/iu
/** A line that is quoted, and the end of a tag. */
const QUOTE = /(?:^|\n)[ \t]*>\s*$/u
const REACH = 60

interface Bound extends Span {
  word: string
}

function boundAt(text: string, { start, end }: Span, kind: 'number' | 'date'): Bound | undefined {
  const lead = text.slice(Math.max(0, start - REACH), start)
  const found = BEFORE[kind]().exec(lead)
  if (found !== null && !SPREAD.test(lead)) {
    const { word, sign } = found.groups ?? {}
    const isMark = sign !== undefined && ((/\s$/u.test(lead) && QUOTE.test(lead)) || text[end] === '>')
    if (!isMark) return { word: word ?? sign ?? '', start: start - lead.length + found.index, end }
  }
  const behind = BEHIND.exec(text.slice(end, end + REACH))
  return behind === null ? undefined : { word: behind[0], start, end: end + behind[0].length }
}

/** What a prompt compares with a number or date of its own: "over 500" asks for no bound of the value. */
function isAsked(word: string, { prompt, wording }: Reading): boolean {
  const bare = word.trim().toLowerCase()
  const stands = (text: string, isOwn: (end: number) => boolean): boolean => {
    const small = text.toLowerCase()
    for (let at = small.indexOf(bare); at >= 0; at = small.indexOf(bare, at + 1)) {
      const isWord =
        !/^[\p{L}]/u.test(bare) ||
        (!/[\p{L}\p{Nd}_]$/u.test(small.slice(0, at)) &&
          !/^[\p{L}\p{Nd}_]/u.test(small.slice(at + bare.length)))
      if (isWord && isOwn(at + bare.length)) return true
    }
    return false
  }
  const facts = factsIn(prompt)
  const isFree = (end: number): boolean =>
    !facts.some(
      (fact) =>
        fact.start >= end &&
        /^[\s$\u20ac\u00a3\u00a5"'(]*(?:the\s|an?\s)?$/u.test(prompt.slice(end, fact.start)),
    )
  return bare !== '' && (stands(wording, () => true) || stands(prompt, isFree))
}

/** What makes another figure of a number: `twice 548`, `half of 548`, `the square root of 548`, `548²`, `548 dozen`. */
const MULTIPLE_BEFORE = pattern(
  String.raw`(?<![\p{L}\p{Nd}_])(?<word>(?:twice|double|triple|thrice|quadruple|half(?:\s+of)?|(?:an?|one|two|three)[\s-]+(?:half|thirds?|quarters?|fourths?|fifths?|tenths?|percent)\s+of|(?:square|cube|cubic)\s+root\s+of|(?:square|cube|logarithm|inverse|reciprocal|double|triple|multiple)\s+of|(?:two|three|four|five|ten|several|many)\s+times))\s+${OPEN}$|(?<sign>\u221a)\s?${OPEN}$`,
  'iu',
)
const MULTIPLE_BEHIND =
  /^(?<word>[\u00b2\u00b3](?![\p{L}\p{Nd}])|["'\u201d*_`)]*\s+(?:squared|cubed|dozens?)(?![\p{L}\p{Nd}_]))/iu

function multipleAt(text: string, { start, end }: Span, kind: 'number' | 'date'): Bound | undefined {
  if (kind === 'date') return undefined
  const lead = text.slice(Math.max(0, start - REACH), start)
  const found = MULTIPLE_BEFORE().exec(lead)
  if (found !== null)
    return {
      word: found.groups?.word ?? found.groups?.sign ?? '',
      start: start - lead.length + found.index,
      end,
    }
  const behind = MULTIPLE_BEHIND.exec(text.slice(end, end + REACH))
  return behind === null ? undefined : { word: behind[0], start, end: end + behind[0].length }
}

const OTHERWISE = [
  { at: boundAt, as: 'a bound' },
  { at: multipleAt, as: 'a part of another figure' },
] as const

/**
 * No bound: no number or date is given only as what the answer is more than, less than, before or after, twice or half of. Words that the
 * wording has, or the prompt without a number or date of its own behind them, are free.
 */
export function findBound(reading: Reading): Objection | undefined {
  const { text, slots } = reading
  for (const [i, slot] of slots.entries()) {
    for (const [at, value] of slot.values.entries()) {
      const kind = classOf(value)
      const [place] = slot.places[at] ?? []
      if ((kind !== 'number' && kind !== 'date') || place === undefined) continue
      const otherwise = OTHERWISE.find(({ at: wordAt }) =>
        (slot.places[at] ?? []).every((one) => {
          const bound = wordAt(text, one, kind)
          return bound !== undefined && !isAsked(bound.word, reading)
        }),
      )
      if (otherwise === undefined) continue
      const note = () => `${slotWithValues(slot)} is only said as ${otherwise.as}: ${excerpt(text, place)}`
      return { slot: i, note, lineage: 'fabricated' }
    }
  }
  return undefined
}
