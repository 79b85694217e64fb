import { pointerSegments } from '@hyperjump/json-pointer'
import { bindingKey, sourcesOf } from '../../schema/binding.ts'
import type { TextContext } from './reading.ts'
import { givenBy, type Slot } from './slots.ts'
import { contentWordsOf } from './words.ts'

const LONGEST_ARGUMENT = 40

const lastSegment = (pointer: string): string =>
  [...pointerSegments(pointer)].findLast((segment) => !/^\d+$/.test(segment)) ?? ''

/** Every word that names a slot: of its label, its pointer, and short arguments of the call that it is taken from. */
function namesOf({ binding, label }: Slot, { producerOf }: TextContext): Set<string> {
  const sources = givenBy(binding)
  const args =
    bindingKey(binding) === '$pick'
      ? []
      : sourcesOf(binding).flatMap(({ $from }) => Object.values(producerOf($from)?.arguments ?? {}))
  const texts = [
    label,
    ...sources.map(({ at }) => lastSegment(at)),
    ...args.filter((value) => typeof value === 'string' && value.length <= LONGEST_ARGUMENT),
  ]
  return contentWordsOf(texts.join(' '))
}

/** The label words of each slot, less those that another slot has too. */
export function labelsOf(slots: readonly Slot[], context: TextContext): Set<string>[] {
  const names = slots.map((slot) => namesOf(slot, context))
  return names.map(
    (own, i) => new Set([...own].filter((word) => names.every((other, j) => j === i || !other.has(word)))),
  )
}
