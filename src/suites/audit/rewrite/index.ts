import {
  repeats,
  rewriteOrders,
  rewriteTurns,
  rewriteUnordered,
  rewriteWithExtraReads,
  rewriteWithFailedAttempt,
} from './calls.ts'
import { rewriteLines } from './lines.ts'
import type { Rewrite } from './rewrite.ts'
import {
  names,
  rewriteDates,
  rewriteDefaults,
  rewriteKeyOrder,
  rewriteNumbers,
  rewriteTemplates,
} from './spellings.ts'

/** Every way in which a right trace may be another one: a closed list. */
export const rewrites = {
  orders: rewriteOrders,
  turns: rewriteTurns,
  defaults: rewriteDefaults,
  numbers: rewriteNumbers,
  'key-order': rewriteKeyOrder,
  names,
  dates: rewriteDates,
  'extra-reads': rewriteWithExtraReads,
  'failed-attempt': rewriteWithFailedAttempt,
  repeats,
  unordered: rewriteUnordered,
  lines: rewriteLines,
  templates: rewriteTemplates,
} satisfies Record<string, Rewrite>
export type RewriteName = keyof typeof rewrites
