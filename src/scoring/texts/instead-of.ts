import type { Json } from '../../shared/json.ts'
import { showValue } from '../naming.ts'
import { distance, labelMentions, nearest } from './agreement.ts'
import { booleansIn } from './booleans.ts'
import { factsIn } from './facts.ts'
import { occurrencesOf } from './occurrences.ts'
import type { Reading, ReadSlot } from './reading.ts'
import type { Span } from './spans.ts'
import { classOf } from './value-class.ts'
import { whereFrom } from './where-from.ts'

/** What stands in a text that is of the class of a value. */
function candidatesFor(value: Json, text: string, { context: { known } }: Reading): readonly Span[] {
  const kind = classOf(value)
  if (kind === 'boolean') return booleansIn(text)
  if (kind !== 'name') return factsIn(text).filter((fact) => fact.kind === kind)
  return known.flatMap(({ leaves }) =>
    leaves.flatMap((leaf) =>
      typeof leaf.value === 'string' && classOf(leaf.value) === 'name' ? occurrencesOf(leaf, text) : [],
    ),
  )
}

/** The candidate that stands where a slot belongs: nearest to its label; without one the first that no slot explains. */
function candidateFor(slot: ReadSlot, value: Json, reading: Reading): Span | undefined {
  const labels = labelMentions(reading)
  const own = labels.filter((label) => reading.slots[label.slot] === slot)
  if (own.length === 0) return candidatesFor(value, reading.rest, reading)[0]
  const far = (place: Span): number => {
    const label = nearest(place, own)
    return label === undefined ? Number.POSITIVE_INFINITY : distance(label, place)
  }
  return candidatesFor(value, reading.text, reading)
    .filter((place) => reading.slots[nearest(place, labels)?.slot ?? -1] === slot)
    .toSorted((a, b) => far(a) - far(b))[0]
}

/** What stands in a text in place of the missing values of a slot, and where that is from. */
export function insteadOf(slot: ReadSlot, missing: readonly Json[], reading: Reading): string {
  const [value = null] = missing
  const place = candidateFor(slot, value, reading)
  if (place === undefined) return `the text is ${showValue(reading.text)}`
  const written = reading.text.slice(place.start, place.end).trim()
  return classOf(value) === 'boolean'
    ? `${written} stands there`
    : `${written} stands there, ${whereFrom(written, reading)}`
}
