import type { Transform } from '../../schema/binding.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { Rng } from '../../shared/rng.ts'

/** How requests speak of one tool without naming it. */
export interface Phrases {
  tool: string
  /** Draws the arguments of a call that makes sense: every required one, optional ones now and then. */
  draw(rng: Rng): JsonObject
  /**
   * Ways to ask for a call, at least three: a clause in the imperative that can follow "please", without capital
   * and full stop. `{name}` stands for an argument, and a part in square brackets is left out where an argument in
   * it is not given: `search the web for {query}[ and ask for {max_results} results]`. Each clause holds every
   * parameter of the tool once.
   */
  asks: readonly string[]
  /**
   * Output leaves that are worth asking for or passing on, by JSON Pointer, as a noun phrase that can follow "the":
   * `'/temperature_celsius': 'air temperature in celsius'`.
   */
  outputs: Readonly<Record<string, string>>
  /**
   * Sets of output leaves that an answer to one call alone may be asked to give. Empty for a tool that writes: there
   * the effect is what counts.
   */
  answers: readonly Answer[]
  /** Whether no answer of the tool carries 10 bits: a suite may hold few of its tasks. */
  weak?: true
  /** Parameters whose value has to agree with the others, so that no other tool can give it. */
  ownValues?: readonly string[]
  /** Parameters that the clauses word by themselves, by value: `{ action: { encode: 'percent-encode' } }`. */
  wordings?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Leaves that one answer gives, in this order, and how the request names them. */
export interface Answer {
  /** Pointers of the leaves; an object gives one with transforms, as a binding has them. */
  at: readonly AnswerLeaf[]
  /** Noun phrase that can follow "gives": `the air temperature in celsius, unrounded`. */
  gives: string
}
export type AnswerLeaf = string | { at: string; via: readonly Transform[] }

/**
 * Declares the phrases of a tool.
 *
 * @example
 * export const getWeather = definePhrases({
 *   tool: 'get_weather',
 *   draw: (rng) => ({ city: rng.pick(CITIES) }),
 *   asks: ['look up the present weather in {city}', 'check what the weather is like in {city} now', ...],
 *   outputs: { '/temperature_celsius': 'air temperature in celsius' },
 *   answers: [{ at: ['/temperature_celsius'], gives: 'the air temperature in celsius, unrounded' }],
 * })
 */
export const definePhrases = (phrases: Phrases): Phrases => phrases
