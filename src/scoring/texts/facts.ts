import { byText } from '../../shared/by-text.ts'
import { pattern } from '../../shared/pattern.ts'
import { type DateSpan, datesIn } from '../dates.ts'
import { addressesIn, withoutClosing } from './addresses.ts'
import type { Span } from './spans.ts'

/** Something in a text that looks like a fact. */
export type Fact = Span & { text: string } & (
    | { kind: 'number'; value: number; written: string; isOrdinal: boolean }
    | { kind: 'date'; date: DateSpan }
    | { kind: 'id' }
  )

/** Letters and digits without a blank, joined by hyphens, points or underscores. */
const RUN = /(?<![\p{L}\p{Nd}_])[\p{L}\p{Nd}_]+(?:[-.][\p{L}\p{Nd}_]+)*/gu
const NETWORK_ADDRESS = /^\d+(?:\.\d+){2,}$/

const SEPARATOR = "[,'\u2019\u00a0\u2009\u202f]"
const FIGURE = String.raw`(?:\d{1,3}(?:${SEPARATOR}\d{3})+(?!\d)|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?`
const SIGN = String.raw`[-+\u2212]?[$\u20ac\u00a3\u00a5\u20b9]?`

/** A number with up to three capitals before it and up to four letters behind it: `USD48.79`, `36.2km`. */
const NUMBER = pattern(
  String.raw`(?<![\p{L}\p{Nd}_]|\p{Nd}\.)\p{Lu}{0,3}(?<sign>${SIGN})(?<figure>${FIGURE})(?<unit>\p{L}{0,4})(?![\p{L}\p{Nd}_]|\.\d)`,
  'gu',
)
const WHOLE_NUMBER = pattern(String.raw`^\p{Lu}{0,3}${SIGN}${FIGURE}\p{L}{0,4}$`, 'u')

/** A JSON list of numbers: its commas separate, whatever stands between them. */
const EACH_SEPARATOR = pattern(SEPARATOR, 'g')
const NUMBER_LIST = /\[-?\d[\d.,eE+-]*\]/g

/** Texts that are kept as they were read: one text is held against many values. */
const CACHED_TEXTS = 256

/** A text with some places blanked, so that every other place stays where it is. */
export function blanked(text: string, spans: readonly Span[]): string {
  let out = ''
  let at = 0
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (end <= at) continue
    out += text.slice(at, Math.max(at, start)) + ' '.repeat(end - Math.max(at, start))
    at = end
  }
  return out + text.slice(at)
}

/** A text as it is read: NFC, and underscores at the edge of a word taken for emphasis. */
export const readable: (text: string) => string = byText(CACHED_TEXTS, (text) =>
  text
    .normalize('NFC')
    .replace(/(?<![\p{L}\p{Nd}])_+|_+(?![\p{L}\p{Nd}])/gu, (marks) => ' '.repeat(marks.length)),
)

/** Numbers, dates and ids have a digit, addresses a sign of their own. */
const MAY_HOLD_FACTS = /\p{Nd}|@|:\/\//u

function read(text: string): Fact[] {
  if (!MAY_HOLD_FACTS.test(text)) return []
  const facts: Fact[] = []
  let rest = text
  const take = (found: Fact[]): void => {
    facts.push(...found)
    rest = blanked(rest, found)
  }
  const spanOf = (match: RegExpMatchArray, written: string): Span & { text: string } => {
    const start = match.index ?? 0
    return { start, end: start + written.length, text: written }
  }
  take(
    addressesIn(rest).map(({ start, end }) => {
      const address = withoutClosing(rest.slice(start, end))
      return { start, end: start + address.length, text: address, kind: 'id' }
    }),
  )
  take(
    datesIn(rest).map((date) => ({
      start: date.start,
      end: date.end,
      text: text.slice(date.start, date.end),
      kind: 'date',
      date,
    })),
  )
  const isId = (run: string): boolean =>
    NETWORK_ADDRESS.test(run) || (/\p{L}/u.test(run) && /\p{Nd}/u.test(run) && !WHOLE_NUMBER().test(run))
  take(
    [...rest.matchAll(RUN)]
      .filter((match) => isId(match[0]))
      .map((match) => ({ ...spanOf(match, match[0]), kind: 'id' })),
  )
  rest = rest.replace(NUMBER_LIST, (list) => list.replaceAll(',', ';'))
  take(
    [...rest.matchAll(NUMBER())].map((match) => {
      const { sign = '', figure = '', unit = '' } = match.groups ?? {}
      const digits = figure.replace(EACH_SEPARATOR(), '')
      const written = (/[-\u2212]/.test(sign) ? '-' : '') + digits
      const isOrdinal = /^(?:st|nd|rd|th)$/i.test(unit)
      return { ...spanOf(match, match[0]), kind: 'number', value: Number(written), written, isOrdinal }
    }),
  )
  return facts.sort((a, b) => a.start - b.start)
}

/**
 * Numbers, dates and ids in a text, in order: addresses first, then dates that stand alone, then runs of letters and
 * digits, then numbers. It reads numbers more widely than `numbersIn`, which says what counts as stated in a prompt.
 *
 * @param text As {@link readable} gives it.
 */
export const factsIn: (text: string) => readonly Fact[] = byText(CACHED_TEXTS, read)
