import { extraReads, failedAttempt, orders, repeats, turns, unordered } from './calls.ts'
import { lines } from './lines.ts'
import type { Rewrite } from './rewrite.ts'
import { dates, defaults, keyOrder, names, numbers, templates } from './spellings.ts'

/** Every way in which a right trace may be another one: a closed list. */
export const rewrites = {
  orders,
  turns,
  defaults,
  numbers,
  'key-order': keyOrder,
  names,
  dates,
  'extra-reads': extraReads,
  'failed-attempt': failedAttempt,
  repeats,
  unordered,
  lines,
  templates,
} satisfies Record<string, Rewrite>
export type RewriteName = keyof typeof rewrites
