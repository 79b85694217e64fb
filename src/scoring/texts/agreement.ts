import type { Json } from '../../shared/json.ts'
import { sameValue } from '../equality.ts'
import { showValues } from '../naming.ts'
import { saidByKey } from './by-key.ts'
import type { Objection, Reading, ReadSlot } from './reading.ts'
import { slotWithValues } from './say-slot.ts'
import { firstWhere, type Span } from './spans.ts'
import { withoutPlural, wordsOf } from './words.ts'

const UNTYPED = { type: undefined, semantic: undefined }

/** A place that speaks of a slot: its label or one of its values. */
interface Mention extends Span {
  slot: number
}

/** Slots with the same values can stand in for each other. */
function groupsOf(slots: readonly ReadSlot[]): number[] {
  const isSame = (one: readonly Json[], other: readonly Json[]): boolean =>
    one.length === other.length && one.every((value, i) => sameValue(value, other[i] as Json, UNTYPED))
  return slots.map(({ values }) => slots.findIndex((other) => isSame(other.values, values)))
}

/** Where the rest names a slot. */
export function labelMentions({ rest, slots }: Reading): (Mention & { word: string })[] {
  return wordsOf(rest).flatMap(({ word, start, end }) => {
    const slot = slots.findIndex(({ labels }) => labels.has(withoutPlural(word)))
    return slot < 0 ? [] : [{ slot, start, end, word: rest.slice(start, end) }]
  })
}

const valueMentions = ({ slots }: Reading): Mention[] =>
  slots
    .flatMap(({ places }, slot) => places.flat().map(({ start, end }) => ({ slot, start, end })))
    .sort((a, b) => a.start - b.start)

/** Characters between two places. */
export const distance = (one: Span, other: Span): number =>
  one.end <= other.start ? other.start - one.end : Math.max(0, one.start - other.end)

/**
 * The label that stands nearest to a value; of two equally near the one before it.
 *
 * @param labels In their order in the text, none within another
 */
export function nearest<T extends Span>(value: Span, labels: readonly T[]): T | undefined {
  const at = firstWhere(labels, ({ end }) => end >= value.start)
  const [before, after] = [labels[at - 1], labels[at]]
  if (before === undefined || after === undefined) return before ?? after
  return distance(before, value) <= distance(after, value) ? before : after
}

/** Groups in the order in which they are mentioned, one time where several mentions follow each other. */
function sequenceOf(mentions: readonly Mention[], groups: readonly number[]): number[] {
  const sequence: number[] = []
  for (const { slot } of mentions) {
    const group = groups[slot] ?? slot
    if (sequence.at(-1) !== group) sequence.push(group)
  }
  return sequence
}

/** Whether the values of the slots whose order counts stand in the order in which they are declared. */
function isInDeclaredOrder({ slots }: Reading): boolean {
  let at = -1
  // A value may stand in several places: the first from here on, since lists hold equal values.
  const firstOf = (places: readonly Span[]): number =>
    places.reduce(
      (first, { start }) => (start >= at && start < first ? start : first),
      Number.POSITIVE_INFINITY,
    )
  return slots
    .filter(({ isOrdered }) => isOrdered)
    .every(({ places, isList }) => {
      const steps = isList ? places : [places.flat()]
      return steps.every((own) => {
        at = firstOf(own)
        return at !== Infinity
      })
    })
}

/** How a text names its values. */
interface Labelled {
  /** How many slots have a label in the rest. */
  count: number
  /** The value that stands beside another slot's label, where labels and values disagree. */
  clash: { slot: number; label: Mention & { word: string } } | undefined
}

function labelledIn(reading: Reading): Labelled {
  const { slots } = reading
  const groups = groupsOf(slots)
  const labels = labelMentions(reading)
  const named = new Set(labels.map(({ slot }) => slot))
  const values = valueMentions(reading).filter(({ slot }) => named.has(slot))
  if (named.size < 2) return { count: named.size, clash: undefined }
  const isClash = (value: Mention): boolean => {
    const label = nearest(value, labels)
    return label !== undefined && groups[label.slot] !== groups[value.slot]
  }
  const first = values.find(isClash)
  const beside = first === undefined ? undefined : nearest(first, labels)
  const clash = first === undefined || beside === undefined ? undefined : { slot: first.slot, label: beside }
  if (clash === undefined) return { count: named.size, clash }
  const [inLabels, inValues] = [sequenceOf(labels, groups), sequenceOf(values, groups)]
  const isParallel =
    inLabels.length === inValues.length && inLabels.every((group, i) => group === inValues[i])
  const isFree = isParallel && (named.size === slots.length || isInDeclaredOrder(reading))
  return { count: named.size, clash: isFree ? undefined : clash }
}

/** The values of the slots as they stand in the text, each once. */
const asTheyStand = (reading: Reading): string =>
  [...new Set(valueMentions(reading).map(({ slot }) => slot))]
    .map((slot) => showValues(reading.slots[slot]?.values ?? []))
    .join(', ')

/**
 * Whether each value stands under its own key. Undefined where the keys do not tell: a value may go on in further
 * lines.
 */
function findMisplaced(
  { slots }: Reading,
  said: readonly string[],
): { objection: Objection | undefined } | undefined {
  const holds = (text: string, { values, find }: ReadSlot): boolean =>
    values.every((value) => find(value, text, true).places.length > 0)
  for (const [slot, own] of slots.entries()) {
    const text = said[slot] ?? ''
    if (holds(text, own)) continue
    const other = slots.find((one) => one !== own && holds(text, one))
    if (other === undefined) return undefined
    const note = () =>
      `${slotWithValues(other)} stands beside "${own.label}", where ${slotWithValues(own)} belongs`
    return { objection: { slot, note, lineage: 'wrong-source' } }
  }
  return { objection: undefined }
}

/**
 * Labels agree, and the order holds where labels do not tell: the nearest label of each labelled value is its own, or
 * labels and values come in the same order. An answer whose slots are not all labelled comes in declared order; so does
 * a text in which fewer than two slots are labelled or one cannot be.
 */
export function findExchange(reading: Reading): Objection | undefined {
  const { slots, kind } = reading
  if (slots.length === 0) return undefined
  const said = saidByKey(reading)
  const misplaced = said === undefined ? undefined : findMisplaced(reading, said)
  if (misplaced !== undefined) return misplaced.objection
  const { count, clash } = labelledIn(reading)
  const isAllLabelled = count === slots.length
  const isOrdered = isInDeclaredOrder(reading)
  if (clash !== undefined && !(kind === 'answer' && !isAllLabelled && isOrdered)) {
    const [slot, other] = [slots[clash.slot], slots[clash.label.slot]]
    if (slot !== undefined && other !== undefined) {
      const note = () =>
        `${slotWithValues(slot)} stands beside "${clash.label.word}", where ${slotWithValues(other)} belongs`
      return { slot: clash.slot, note, lineage: 'wrong-source' }
    }
  }
  const needsOrder =
    kind === 'answer'
      ? !isAllLabelled
      : slots.length > 1 && (count < 2 || slots.some(({ labels }) => labels.size === 0))
  if (!needsOrder || isOrdered) return undefined
  return {
    note: () =>
      `its values stand in another order than asked for, and nothing names them: ${asTheyStand(reading)} in place of ${slots.map(slotWithValues).join(', ')}`,
    lineage: 'wrong-source',
  }
}
