import { bindingPhrase, showValues } from '../naming.ts'
import type { ReadSlot } from './reading.ts'
import type { Span } from './spans.ts'
import { contentWordsOf } from './words.ts'

const MOST_WORDS = 4
const EDGE = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu
/** Characters of a text that are shown around a place. */
const AROUND = 24

/** The label of a slot in a few words; empty where it says nothing. */
function labelOf({ label }: Pick<ReadSlot, 'label'>): string {
  if (contentWordsOf(label).size === 0) return ''
  return label.replaceAll(EDGE, '').split(/\s+/).slice(-MOST_WORDS).join(' ')
}

/** A slot as a message names it: by its label and what it takes, `Oslo (step_1's temperature_celsius)`. */
export function slotName(slot: Pick<ReadSlot, 'label' | 'binding'>): string {
  const [label, source] = [labelOf(slot), bindingPhrase(slot.binding)]
  return label === '' ? source : `${label} (${source})`
}

/** A slot with the values that it has to give. */
export const slotWithValues = (slot: Pick<ReadSlot, 'label' | 'binding' | 'values'>): string =>
  slot.values.length === 0 ? slotName(slot) : `${slotName(slot)} ${showValues(slot.values)}`

/** All slots with their values. */
export const slotsWithValues = (slots: readonly ReadSlot[]): string => slots.map(slotWithValues).join(', ')

/** A place of a text with what stands around it, in quotation marks. */
export function excerpt(text: string, { start, end }: Span): string {
  const words = text.slice(Math.max(0, start - AROUND), end + AROUND)
  return `"${words.replaceAll(/\s+/g, ' ').trim()}"`
}
