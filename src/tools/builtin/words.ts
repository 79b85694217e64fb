import type { DrawTable } from '../content/draw-values.ts'
import type { Simulator } from '../define-simulator.ts'
import type { Words } from './phrases.ts'
import type { Traits } from './traits.ts'

/** Each tool with its JSON. Filled by `scripts/tool-lists.mjs` with what is in the folders. */
export declare const files: readonly (readonly [
  tool: Simulator,
  content: { phrases: Words; draw: DrawTable; traits: Traits },
])[]
