/**
 * Where the value of a bound leaf came from. `ambiguous`: right, but it could have come from elsewhere or be guessed;
 * `recomputable`: right, and the same in every world, since it follows from the prompt.
 */
export const PROVENANCES = [
  'grounded',
  'ambiguous',
  'recomputable',
  'stale',
  'wrong-source',
  'fabricated',
] as const
export type Provenance = (typeof PROVENANCES)[number]

/** Whether a provenance counts as grounded. */
export const countsAsGrounded = (provenance: Provenance): boolean =>
  provenance === 'grounded' || provenance === 'ambiguous' || provenance === 'recomputable'
