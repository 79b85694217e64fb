import { once } from '../../shared/once.ts'
import { numbersEqual } from '../equality.ts'
import { factsIn } from './facts.ts'
import type { Objection, Reading, ReadSlot } from './reading.ts'
import { excerpt, slotWithValues } from './say-slot.ts'
import { givenBy } from './slots.ts'
import type { Span } from './spans.ts'
import { COUNT, unitOfSlot } from './unit-of-slot.ts'
import { isSameUnit, MAGNITUDE, type Unit, unitsBefore, unitsBehind, unitsNamed } from './units.ts'
import { classOf } from './value-class.ts'

const OF_NO_COUNT = new Set(['share', 'money', MAGNITUDE])
const FIGURE_END = /[\p{Nd}](?=[^\p{Nd}]*$)/u
const FIGURE_START = /\p{Nd}/u

/**
 * Where the digits of a number begin and end; a place takes signs and letters that are glued to them with it. A place
 * without a digit is a number in words; one with several numbers, or another than the value, is none: "3 h 12 min".
 */
function digitsOf(text: string, place: Span, value: number): Span | undefined {
  const { start, end } = place
  const said = text.slice(start, end)
  const first = said.search(FIGURE_START)
  if (first < 0) return place
  const facts = factsIn(said)
  const isOwn = facts.every(
    (fact) =>
      fact.kind === 'number' &&
      numbersEqual(Math.abs(value), Math.abs(fact.value), fact.written.replace('-', '')),
  )
  return facts.length === 1 && isOwn
    ? { start: start + first, end: start + said.search(FIGURE_END) + 1 }
    : undefined
}

/** Multiples of units that are the same there: nothing is nothing, and -40 is one temperature. */
const isAlsoTrue = (value: number, own: Unit, other: Unit): boolean =>
  own.dimension === other.dimension &&
  (own.dimension === 'temperature' ? value === -40 && other.name !== 'kelvin' : value === 0)

/** Whether a unit contradicts the one of a slot; of a slot without a known one only a magnitude does. */
function contradicts(said: readonly Unit[], own: Unit | undefined, value: number): boolean {
  if (said.length === 0) return false
  if (own === undefined) return said.every(({ dimension }) => dimension === MAGNITUDE)
  if (own === COUNT) return said.some(({ dimension }) => OF_NO_COUNT.has(dimension))
  return !said.some((unit) => isSameUnit(unit, own) || isAlsoTrue(value, own, unit))
}

/** The units at a place that contradict a slot's own. */
function otherUnitAt(place: Span, value: number, own: Unit | undefined, { text }: Reading): readonly Unit[] {
  const digits = digitsOf(text, place, value)
  if (digits === undefined) return []
  return (
    [unitsBehind(text, digits.end), unitsBefore(text, digits.start)].find((said) =>
      contradicts(said, own, value),
    ) ?? []
  )
}

/**
 * No other unit: no number of a slot stands only beside a unit that contradicts the slot's own, a percent sign or a word
 * that multiplies it. A unit that the wording names or the prompt asks for is free.
 */
export function findOtherUnit(reading: Reading): Objection | undefined {
  const { text, slots, prompt, wording, context } = reading
  const numbers = (slot: ReadSlot): number[] =>
    slot.values.flatMap((value, i) => (classOf(value) === 'number' && slot.places[i]?.length ? [i] : []))
  if (slots.every((slot) => numbers(slot).length === 0)) return undefined
  const asked = once(() => {
    const names = slots.flatMap(({ binding }) => givenBy(binding).map(({ at }) => at))
    return [prompt, `${wording} ${names.join(' ')}`.replaceAll(/[_/]/g, ' ')].flatMap(unitsNamed)
  })
  for (const [i, slot] of slots.entries()) {
    const own = numbers(slot).length === 0 ? undefined : unitOfSlot(slot, context)
    for (const at of numbers(slot)) {
      const places = slot.places[at] ?? []
      const isOther = (place: Span): boolean => {
        const said = otherUnitAt(place, Number(slot.values[at]), own, reading)
        return said.length > 0 && !said.some((unit) => asked().some((one) => isSameUnit(one, unit)))
      }
      const [place] = places
      if (place === undefined || !places.every(isOther)) continue
      const note = () => `${slotWithValues(slot)} stands beside another unit: ${excerpt(text, place)}`
      return { slot: i, note, lineage: 'fabricated' }
    }
  }
  return undefined
}
