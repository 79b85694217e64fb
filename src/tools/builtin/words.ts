import type { Simulator } from '../define-simulator.ts'

/** Each tool with its JSON. Filled by `scripts/tool-lists.mjs` with what is in the folders. */
export declare const files: readonly (readonly [
  tool: Simulator,
  content: { phrases: unknown; draw: unknown; traits: unknown },
])[]
