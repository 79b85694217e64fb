import { tokenPlaces } from '../tokens.ts'
import { givenBy } from './slots.ts'
import type { Span } from './spans.ts'
import { askedIn, meaningsOf, type Wanted } from './wanted.ts'

/** A word or a few, all in small letters. */
const PLAIN = /^\p{Ll}+(?: \p{Ll}+)*$/u
/** A shorter word in capitals is another one: `us`, `US`. */
const SHORTEST_IN_CAPITALS = 3

/** What stands before the first word of a text, a line, a sentence, a table's cell or what a colon leads. */
const BEGINNING = /(?:^|\n|[.!?](?=\s)|[:|=])[\s"'\u201c\u2018*_`#>([\u2022\u2013\u2014-]*$/u
const AROUND = 24

/** Meanings of values that are other values in another case. */
const CASED = new Set(
  'base64 code directory domain email expression file-path filter hash html id json key path query slug stock-symbol tag url'.split(
    ' ',
  ),
)
const SPEAKS_OF_CASE =
  /(?<!\p{L})(?:verbatim|exactly as|(?:lower|upper|title|same|small)[- ]?(?:case|letters)|capital(?:s|i[sz]\p{L}*| letters)|case[- ]sensitive)(?!\p{L})/iu

/** Whether a call was given, or gave, the value in another case, so that its case is what was asked for. */
const isSaidInOtherCase = (value: string, { binding, context: { known, producerOf } }: Wanted): boolean => {
  const isOther = (one: unknown): boolean =>
    typeof one === 'string' && one.trim() !== value && one.trim().toLowerCase() === value
  return (
    givenBy(binding).some(({ $from }) => Object.values(producerOf($from)?.arguments ?? {}).some(isOther)) ||
    known.some(({ leaves }) => leaves.some((leaf) => isOther(leaf.value)))
  )
}

function isCaseFree(value: string, wanted: Wanted): boolean {
  const isTransformed = givenBy(wanted.binding).some(({ via }) => via !== undefined)
  const isCode = meaningsOf(wanted).some((meaning) => CASED.has(meaning) || meaning.startsWith('id:'))
  return !(
    isTransformed ||
    isCode ||
    SPEAKS_OF_CASE.test(askedIn(wanted)) ||
    isSaidInOtherCase(value, wanted)
  )
}

/**
 * Where a label or words in small letters stand with a capital because something begins there (`Foggy.`), or one
 * word all in capitals.
 */
export function capitalPlaces(value: string, text: string, wanted: Wanted): Span[] {
  if (!PLAIN.test(value)) return []
  const first = value.charAt(0).toUpperCase() + value.slice(1)
  const begins = (start: number): boolean => {
    const from = Math.max(0, start - AROUND)
    // Where the text is cut off nothing begins.
    return BEGINNING.test((from > 0 ? 'x' : '') + text.slice(from, start))
  }
  const capitals =
    value.length >= SHORTEST_IN_CAPITALS && !value.includes(' ') ? tokenPlaces(value.toUpperCase(), text) : []
  const starts = [...tokenPlaces(first, text).filter(begins), ...capitals]
  if (starts.length === 0 || !isCaseFree(value, wanted)) return []
  return starts.map((start) => ({ start, end: start + value.length }))
}
