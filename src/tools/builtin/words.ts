import type { DrawTable } from '../content/draw-values.ts'
import type { Simulator } from '../define-simulator.ts'
import type { Words } from './phrases.ts'

/** What tells one tool from the others where tasks are made and checked: the `traits` of its JSON. */
export interface Traits {
  /** Purposes, in words that tools share: tools that share one can stand in for each other, at least in part. */
  readonly purposes: readonly string[]
  /** Whether it computes whatever one writes down. Default false. */
  readonly general?: boolean
  /**
   * Output leaves that another world gives anew, by JSON Pointer with `*` for any item: from memory, or from another
   * world, nobody can know them.
   */
  readonly opaque: readonly string[]
}

/** Each tool with its JSON. Filled by `scripts/tool-lists.mjs` with what is in the folders. */
export declare const files: readonly (readonly [
  tool: Simulator,
  content: { phrases: Words; draw: DrawTable; traits: Traits },
])[]
