import type { Transform } from '../../schema/binding.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import type { Rng } from '../../shared/rng.ts'

/** How requests speak of one tool without naming it: the `phrases` of its JSON. */
export interface Words {
  /**
   * Ways to ask for a call, at least three: a clause in the imperative that can follow "please", without capital
   * and full stop. `{name}` stands for an argument, and a part in square brackets is left out where an argument in
   * it is not given: `search the web for {query}[ and ask for {max_results} results]`. Each clause holds every
   * parameter of the tool once.
   */
  asks: readonly string[]
  /**
   * What an answer to one call alone may be asked to give: one leaf, or several by key. Something that the result as
   * it stands does not say is best, such as a number rounded, so that nobody can answer by pasting it. Empty for a tool
   * that writes: there the effect is what counts.
   */
  answers: readonly PhrasedAnswer[]
  /** Whether no answer of the tool carries 10 bits: a suite may hold few of its tasks. */
  weak?: true
  /** Parameters that the clauses word by themselves, by value: `{ action: { encode: 'percent-encode' } }`. */
  wordings?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Words of a tool, and calls to speak of. */
export interface Phrases extends Words {
  /** Name of the tool. */
  tool: string
  /** Draws the arguments of a call that makes sense: every required one, optional ones now and then. */
  draw(rng: Rng): JsonObject
  /** What requests over imported tools say of the things that ids stand for. */
  things?: ToolThings
}

/** A kind of thing, and what requests call one. */
export interface ThingNoun {
  /** Name of the kind in the toolkit. */
  kind: string
  /** What requests call one: `booking`. */
  noun: string
}

/** A field of a thing that a result shows. */
export interface ShownField {
  /** JSON Pointer into the thing. */
  at: string
  /** Name of the field; of an id the noun of the thing that it refers to: `customer`. */
  label: string
  /** The kind of thing that it refers to. */
  refers?: string
  /** Whether things can be ordered by it: `number` by size, `date` by time. */
  order?: 'number' | 'date'
  /** Whether it is a field of another thing that stands in this one: `price of the last message`. */
  isOthers?: true
}

/** What requests have to know of an imported tool. */
export interface ToolThings extends ThingNoun {
  /** Noun of what a call makes for another thing. */
  makes?: string
  /** Where the id of a thing that it makes is in the result, as a JSON Pointer. */
  made?: string
  /** The parameter of the one thing that is read or changed. */
  subject?: string
  /** Things that parameters take the ids of. */
  taken: Readonly<Record<string, ThingNoun>>
  /** Parameters that say within what a thing lies, outermost first. */
  scope: readonly string[]
  /** Whether a call removes its thing. */
  removes?: true
  /** Parameters that take a remark in free text. */
  remarks: readonly string[]
  /** Parameters of few values, of which several things may get the same. */
  choices: readonly string[]
  /** JSON Pointer to the thing in a result, or to the list of things. */
  root: string
  /** Fields of the thing, or of each listed one. */
  shown: readonly ShownField[]
  /** How one of the listed things is found. */
  list?: ListedThings
}

/** A list of things in a result. */
export interface ListedThings {
  /** JSON Pointer to the id within a thing. */
  id: string
  /** Whether the list shows every thing at once. */
  isWhole: boolean
  /** The listed things in words: `the bikes[ with the status {status}]`. */
  words: string
  /** Parameters that narrow the list and may be left out. */
  filters: readonly string[]
  /** The field that names a thing, its label if it is more than a name, and whether the tool has to be called with a name. */
  named?: { field: string; label: string; isSearched: boolean; draw(args: JsonObject, rng: Rng): Json }
}

/** A leaf, or several under short names that the request gives them. */
export type PhrasedAnswer = PhrasedValue | { fields: Readonly<Record<string, PhrasedValue>> }

/** A leaf and how the request names it. */
export interface PhrasedValue {
  /** Where the value stands in the output. */
  at: PhrasedLeaf
  /** Noun phrase: `the air temperature in celsius, unrounded`. */
  gives: string
}

/** Pointer of a leaf, with transforms where the request asks for it changed: rounded, in capital letters. */
export type PhrasedLeaf = string | { at: string; via: readonly Transform[] }
