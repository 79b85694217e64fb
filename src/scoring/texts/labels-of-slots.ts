import { pointerSegments } from '@hyperjump/json-pointer'
import { bindingKey, sourcesOf } from '../../schema/binding.ts'
import { namesBeside } from './names-beside.ts'
import type { TextContext } from './reading.ts'
import { givenBy, type Slot } from './slots.ts'
import { contentWordsOf } from './words.ts'

const LONGEST_ARGUMENT = 40

/** The last part of a pointer that is no index. */
export const lastSegment = (pointer: string): string =>
  [...pointerSegments(pointer)].findLast((segment) => !/^\d+$/.test(segment)) ?? ''

/** Words that name a slot: those of its label, and further ones of its pointer and short arguments of its call. */
interface Names {
  label: ReadonlySet<string>
  all: ReadonlySet<string>
}

function namesOf({ binding, label }: Slot, context: TextContext): Names {
  const { producerOf } = context
  const sources = givenBy(binding)
  const args =
    bindingKey(binding) === '$pick'
      ? []
      : sourcesOf(binding).flatMap(({ $from }) => Object.values(producerOf($from)?.arguments ?? {}))
  const texts = [
    label,
    ...sources.map(({ at }) => lastSegment(at)),
    ...[...args, ...sources.flatMap((source) => namesBeside(source, context))].filter(
      (value) => typeof value === 'string' && value.length <= LONGEST_ARGUMENT,
    ),
  ]
  return { label: contentWordsOf(label), all: contentWordsOf(texts.join(' ')) }
}

/**
 * The label words of each slot, less those that another slot has too. A word of a slot's own label stays with it where
 * others have it from elsewhere: of `hours` (business_days) and `days` the second is called "days".
 */
export function labelsOf(slots: readonly Slot[], context: TextContext): Set<string>[] {
  const names = slots.map((slot) => namesOf(slot, context))
  return names.map((own, i) => {
    const others = names.filter((_, j) => j !== i)
    const isOwn = (word: string): boolean =>
      others.every(({ label, all }) => !label.has(word) && (own.label.has(word) || !all.has(word)))
    return new Set([...own.all].filter(isOwn))
  })
}
