import type { From } from '../../schema/binding.ts'
import type { Call } from '../../schema/trace.ts'
import type { Json } from '../../shared/json.ts'
import type { OutputOf } from '../bindings.ts'
import type { LeafSchema } from '../equality.ts'
import type { Result } from '../evidence.ts'
import type { Said, Way } from './said.ts'
import type { Slot, Slots } from './slots.ts'
import type { Span } from './spans.ts'

/** What a text is read against. */
export interface TextContext {
  outputOf: OutputOf
  prompt: string
  /** Results that could have been known when the text was written. */
  known: readonly Result[]
  producerOf(stepId: string): Call | undefined
  /** Schema of what a `$from` takes, as its tool declares it; undefined where it declares none. */
  outputSchemaOf(from: From): LeafSchema | undefined
}

/** A slot with its values, and where they stand in the text. */
export interface ReadSlot extends Slot {
  /** The scalars that it has to give; of several acceptable ones, those that the text gives. */
  values: readonly Json[]
  /** Places of each value, none where the text does not give it. */
  places: readonly (readonly Span[])[]
  isCaseFree: boolean
  /** How its values are said where they do not stand as they are. */
  ways: ReadonlySet<Way>
  /** Where a text says a value as this slot may have it said; `isPart` as in `Sought`. */
  find(value: Json, text: string, isPart?: boolean): Said
  /** Whether the order of its values matters: of a list, not of an object. */
  isList: boolean
  /** Words that name it and no other slot. */
  labels: ReadonlySet<string>
}

/** A text whose slots have been found in it. */
export interface Reading {
  text: string
  /** The text with every given value blanked, and what it sets aside with a "not". */
  rest: string
  kind: Slots['kind']
  slots: readonly ReadSlot[]
  wording: string
  prompt: string
  context: TextContext
}

/** Why a text is wrong: the slot that it is wrong in, where it is one, and a sentence for whoever asks why. */
export interface Objection {
  slot?: number
  note: () => string
  lineage: 'wrong-source' | 'fabricated'
}
