import { SEMANTIC_KEY } from '../../schema/semantic.ts'
import type { LeafSchema } from '../equality.ts'
import { lastSegment } from './labels-of-slots.ts'
import type { TextContext } from './reading.ts'
import { givenBy, type Slot } from './slots.ts'
import { contentWordsOf, wordsOf } from './words.ts'

/** What a slot says of the ways in which its value may be worded. */
export interface Wanted extends Slot {
  wording: string
  context: TextContext
}

const pointersOf = ({ binding }: Slot): string[] => givenBy(binding).map(({ at }) => lastSegment(at))

/** The words of its label and of the last part of its pointer, as they are written: `duration`, `minutes`. */
export const nameWordsOf = (wanted: Wanted): ReadonlySet<string> =>
  new Set(wordsOf([wanted.label, ...pointersOf(wanted)].join(' ')).map(({ word }) => word))

/** The words that say something of the last part of each of its pointers. */
export const pointerWordsOf = (wanted: Wanted): ReadonlySet<string>[] =>
  pointersOf(wanted).map(contentWordsOf)

/** What the prompt and the wording say. */
export const askedIn = ({ wording, context }: Wanted): string => `${context.prompt}\n${wording}`

/** The schemas of what it takes, where their tools declare them. */
const schemasOf = ({ binding, context }: Wanted): LeafSchema[] =>
  givenBy(binding).flatMap((from) => context.outputSchemaOf(from) ?? [])

/** The meanings of what it takes, where they are declared. */
export const meaningsOf = (wanted: Wanted): string[] =>
  schemasOf(wanted).flatMap((schema) => schema[SEMANTIC_KEY] ?? [])
