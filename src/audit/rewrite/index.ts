import { answerDates } from './answer-dates.ts'
import { answerForms } from './answer-forms.ts'
import { dates } from './dates.ts'
import { defaults } from './defaults.ts'
import { durations } from './durations.ts'
import { emphasis } from './emphasis.ts'
import { emptyOptionals } from './empty-optionals.ts'
import { extraReads } from './extra-reads.ts'
import { failedAttempt } from './failed-attempt.ts'
import { fencedJson } from './fenced-json.ts'
import { gluedUnits } from './glued-units.ts'
import { keyOrder } from './key-order.ts'
import { labelledLines } from './labelled-lines.ts'
import { markerCase } from './marker-case.ts'
import { names } from './names.ts'
import { narrowSpaces } from './narrow-spaces.ts'
import { numberedList } from './numbered-list.ts'
import { numbers } from './numbers.ts'
import { orders } from './orders.ts'
import { proseAround } from './prose-around.ts'
import { repeats } from './repeats.ts'
import type { Rewrite } from './rewrite.ts'
import { turns } from './turns.ts'
import { permutedLists } from './unordered.ts'
import { wordings } from './wordings.ts'
import { yesNo } from './yes-no.ts'

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
  labelledLines,
  fencedJson,
  numberedList,
  markerCase,
  emphasis,
  gluedUnits,
  narrowSpaces,
  yesNo,
  answerDates,
  proseAround,
  emptyOptionals,
  durations,
]
