import type { Json } from '../../shared/json.ts'
import { numbersEqual } from '../equality.ts'
import { conversionBehind } from './conversions.ts'
import { durationPlaces } from './durations.ts'
import { fallingPlaces } from './falling.ts'
import { capitalPlaces } from './first-capital.ts'
import { numberWordPlaces } from './number-words.ts'
import { occurrencesOf, type Sought } from './occurrences.ts'
import type { Said, Way } from './said.ts'
import type { Span } from './spans.ts'
import { statedBooleans } from './stated-booleans.ts'
import { classOf } from './value-class.ts'
import type { Wanted } from './wanted.ts'
import { yearlessPlaces } from './yearless-days.ts'

type Found = readonly [way: Way, places: Span[]]

function waysOf(value: Json, text: string, wanted: Wanted): Found[] {
  if (typeof value === 'boolean') return [['stated', statedBooleans(value, text, wanted)]]
  if (typeof value === 'number') {
    const isEqual = (said: number, written: string): boolean => numbersEqual(value, said, written)
    return [
      ['falling', value < 0 ? fallingPlaces(text, wanted, isEqual) : []],
      ['number-word', numberWordPlaces(value, text, wanted)],
      ['duration', durationPlaces(value, text, wanted)],
    ]
  }
  if (typeof value !== 'string') return []
  const kind = classOf(value)
  if (kind === 'date') return [['yearless', yearlessPlaces(value, text, wanted)]]
  return kind === 'name' ? [['capital', capitalPlaces(value.normalize('NFC').trim(), text, wanted)]] : []
}

/** A bracket right behind a place, with a unit and a word or two between. */
const OPENED = /^\s*[\p{L}%°]{0,12}[*_`]*\s*\(\s*(?:\p{L}+\s+){0,2}$/u
const CLOSED = /^[\s\p{L}%°]{0,12}\)/u

/** Places, those that repeat a value in brackets joined with the one before them: what denies the one denies both. */
function joined(places: readonly Span[], text: string): Span[] {
  const whole: Span[] = []
  for (const place of places.toSorted((a, b) => a.start - b.start)) {
    const last = whole.at(-1)
    if (last !== undefined && place.start < last.end) continue
    const closed = CLOSED.exec(text.slice(place.end))?.[0]
    if (last !== undefined && closed !== undefined && OPENED.test(text.slice(last.end, place.start))) {
      last.end = place.end + closed.length
    } else whole.push({ start: place.start, end: place.end })
  }
  return whole
}

/** The places of a number, with the same amount in another unit in brackets behind it. */
const withConversions = (value: number, places: readonly Span[], text: string, wanted: Wanted): Span[] =>
  places.map((place) => conversionBehind(value, place, text, wanted) ?? place)

/**
 * Where a value stands in a text: as {@link occurrencesOf} finds it, and said otherwise by its class, the names of its
 * slot and the words around it.
 */
export function saidPlaces(sought: Sought, text: string, wanted: Wanted): Said {
  const { value } = sought
  const literal = occurrencesOf(sought, text)
  const found = waysOf(value, text, wanted).filter(([, places]) => places.length > 0)
  const written =
    typeof value === 'number' && text.includes('(') ? withConversions(value, literal, text, wanted) : literal
  if (found.length === 0) return { places: written, ways: [] }
  return {
    places: joined([...written, ...found.flatMap(([, places]) => places)], text),
    ways: found.map(([way]) => way),
  }
}
