import type { Rng } from '../../../shared/rng.ts'
import { drawDate } from '../draws.ts'
import { fillText } from '../fill.ts'
import { listed } from '../wording.ts'
import pool from '../words/notes.json' with { type: 'json' }
import { drawBands } from './band-names.ts'
import { PEOPLE, type Person } from './people.ts'

const drawPair = (rng: Rng): [Person, Person] => rng.sample(PEOPLE, 2) as [Person, Person]

const drawDayFirst = (rng: Rng): string => drawDate(rng, 2030, 2034).split('-').reverse().join('/')

/** A note with the names, an address and a telephone number of two people. */
export function drawPrivateNote(rng: Rng): string {
  const [one, other] = drawPair(rng)
  const date = drawDayFirst(rng)
  return fillText(rng.pick(pool.privateNotes), { one, other, date })
}

/** A programme note whose own wording has a mood too, so that it matters what is judged. */
export function drawProgrammeNote(rng: Rng): string {
  const bands = listed(drawBands(rng))
  const date = drawDayFirst(rng)
  const { email } = rng.pick(PEOPLE)
  return fillText(rng.pick(pool.programmeNotes), { bands, date, email })
}

const sentence = (note: string): string => note.charAt(0).toUpperCase() + note.slice(1)

/** Two notes, each of which mentions a person of its own by name and e-mail address and nothing else that looks like an entity. */
export function drawContactNotes(rng: Rng): [string, string] {
  const [one, other] = drawPair(rng)
  const [first, second] = rng.sample(pool.contactNotes, 2) as [string, string]
  return [sentence(fillText(first, one)), sentence(fillText(second, other))]
}
