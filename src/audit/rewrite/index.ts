import { answerForms } from './answer-forms.ts'
import { dates } from './dates.ts'
import { defaults } from './defaults.ts'
import { extraReads } from './extra-reads.ts'
import { failedAttempt } from './failed-attempt.ts'
import { keyOrder } from './key-order.ts'
import { names } from './names.ts'
import { numbers } from './numbers.ts'
import { orders } from './orders.ts'
import { repeats } from './repeats.ts'
import type { Rewrite } from './rewrite.ts'
import { turns } from './turns.ts'
import { permutedLists } from './unordered.ts'
import { wordings } from './wordings.ts'

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
  wordings,
  permutedLists,
  answerForms,
]
