import { dates } from './dates.ts'
import { defaults } from './defaults.ts'
import { durations } from './durations.ts'
import { emptyOptionals } from './empty-optionals.ts'
import { extraReads } from './extra-reads.ts'
import { failedAttempt } from './failed-attempt.ts'
import { keyOrder } from './key-order.ts'
import { lines } from './lines.ts'
import { names } from './names.ts'
import { numbers } from './numbers.ts'
import { orders } from './orders.ts'
import { repeats } from './repeats.ts'
import type { Rewrite } from './rewrite.ts'
import { templates } from './templates.ts'
import { turns } from './turns.ts'
import { permutedLists } from './unordered.ts'

/** Every way in which a right trace may be another one: a closed list. */
export const rewrites: readonly Rewrite[] = [
  orders,
  turns,
  defaults,
  numbers,
  keyOrder,
  names,
  dates,
  extraReads,
  failedAttempt,
  repeats,
  permutedLists,
  lines,
  templates,
  emptyOptionals,
  durations,
]
