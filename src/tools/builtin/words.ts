import type { BuiltIn } from '../define-built-in.ts'

/** Each tool with its JSON. Filled by `scripts/tool-lists.mjs` with what is in the folders. */
export declare const files: readonly (readonly [
  tool: BuiltIn,
  content: { phrases: unknown; traits: unknown },
])[]
