import type { Level } from '../schema/task.ts'
import type { Json, JsonObject } from '../shared/json.ts'
import type { Rng } from '../shared/rng.ts'

/** One expected call of a draft. What its arguments bind decides what it depends on. */
export interface DraftStep {
  tool: string
  arguments: JsonObject
}

/** What one draw of a pattern gives: all of a task but its tools on offer and its place in the suite. */
export interface Draft {
  steps: DraftStep[]
  /** Ways to put the request, each of which states every root value. */
  prompts: string[]
  /** A graded answer: what it holds, and how the prompt names that. */
  answer?: { value: Json; gives: string }
}

/** A shape of composition that tasks can be drawn from. */
export interface Pattern {
  name: string
  level: Level
  /** Every tool that a draft may use. */
  tools: readonly string[]
  draw(rng: Rng): Draft
}

/**
 * Declares a pattern.
 *
 * @example
 * export const retrieveConvert = definePattern({
 *   name: 'retrieve-convert',
 *   level: 'L1_chain',
 *   tools: ['get_stock_price', 'get_exchange_rate'],
 *   draw(rng) { ... },
 * })
 */
export const definePattern = (pattern: Pattern): Pattern => pattern
