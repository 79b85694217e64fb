import type { Simulator } from '../define-simulator.ts'

/** In order of their names. Filled by `scripts/tool-lists.mjs` with what is in the folders. */
export declare const simulators: readonly Simulator[]
