import type { Json } from '../../shared/json.ts'
import { clockTimeOf, type DateSpan, dateOf, datesIn, instantOf, type WrittenDate } from '../dates.ts'
import { numberOf, numbersEqual } from '../equality.ts'
import { tokenPlaces } from '../tokens.ts'
import { booleansIn } from './booleans.ts'
import { factsIn } from './facts.ts'
import { isWithinLonger } from './longer-name.ts'
import type { Span } from './spans.ts'
import { classOf } from './value-class.ts'

/** A value to look for. */
export interface Sought {
  value: Json
  /** Whether case does not matter, as in a name of a city. */
  isCaseFree?: boolean
  /** Whether a day and a clock time that stand together may be two values. */
  isPartOfMoment?: boolean
}

/** Whether a written moment is the value: with a zone the same instant, without one the same day and clock. */
function isMoment(value: WrittenDate, written: WrittenDate, isPart: boolean): boolean {
  const sameClock = (value.clock ?? 0) === (written.clock ?? 0)
  if (value.day === undefined) {
    return written.clock !== undefined && sameClock && (written.day === undefined || isPart)
  }
  if (written.day === undefined) return false
  if (written.offset !== undefined) {
    const isOffset = value.offset === undefined || value.offset === 0 || value.offset === written.offset
    return isOffset && instantOf(value) === instantOf(written)
  }
  const sameDay = value.day.every((part, i) => part === written.day?.[i])
  return sameDay && (sameClock || (isPart && value.clock === undefined))
}

function datePlaces(value: string, text: string, isPart: boolean): DateSpan[] {
  const sought = dateOf(value) ?? clockTimeOf(value)
  return sought === undefined ? [] : datesIn(text, true).filter((date) => isMoment(sought, date, isPart))
}

function textPlaces(value: string, text: string, isCaseFree: boolean): Span[] {
  const fold = (one: string): string => (isCaseFree ? one.toLowerCase() : one)
  const needle = fold(value.normalize('NFC').trim())
  if (needle === '') return []
  const escaped = JSON.stringify(needle).slice(1, -1)
  const haystack = fold(text)
  return [...new Set([needle, escaped])].flatMap((form) =>
    tokenPlaces(form, haystack)
      .map((start) => ({ start, end: start + form.length }))
      .filter((place) => !isWithinLonger(haystack, place)),
  )
}

/**
 * Where a value stands in a text as a whole token: numbers in every way of writing them, with a unit glued to them;
 * dates in every form; booleans also as yes and no; other texts as they are, or as JSON escapes them.
 *
 * @param text As `readable` gives it.
 */
export function occurrencesOf(
  { value, isCaseFree = false, isPartOfMoment = false }: Sought,
  text: string,
): Span[] {
  const kind = classOf(value)
  if (kind === 'boolean') return booleansIn(text).filter((said) => said.value === value)
  if (kind === 'number') {
    const number = typeof value === 'number' ? value : (numberOf(String(value)) ?? Number.NaN)
    return factsIn(text).filter(
      (fact) => fact.kind === 'number' && numbersEqual(number, fact.value, fact.written),
    )
  }
  if (typeof value !== 'string') return []
  return kind === 'date' ? datePlaces(value, text, isPartOfMoment) : textPlaces(value, text, isCaseFree)
}
