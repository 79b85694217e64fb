import type { JsonObject } from '../../shared/json.ts'
import type { Rng } from '../../shared/rng.ts'

/** The JSON of each tool, and the calls that make sense. Filled by `scripts/tool-lists.mjs` with what is in the folders. */
export declare const files: readonly (readonly [
  tool: string,
  content: { phrases: unknown; traits: unknown },
  draw: (rng: Rng) => JsonObject,
])[]
