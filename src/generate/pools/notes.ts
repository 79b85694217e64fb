import type { Rng } from '../../shared/rng.ts'
import { drawDate } from '../draws.ts'
import { listed } from '../phrases.ts'
import { drawBands } from './band-names.ts'
import { PEOPLE, type Person } from './people.ts'

const dayFirst = (date: string): string => date.split('-').reverse().join('/')

/** A note with the names, an address and a telephone number of two people. */
export function drawPrivateNote(rng: Rng): string {
  const [one, other] = rng.sample(PEOPLE, 2) as [Person, Person]
  const date = dayFirst(drawDate(rng, 2030, 2034))
  return rng.pick([
    `We hear that ${one.name} waits for a call under ${one.phone} until ${date}, and ${other.name} wants the plans sent to ${other.email} today.`,
    `The keys are with ${one.name} as of ${date}; write to ${one.email} to get them, or ring ${other.name} under ${other.phone} at night.`,
    `For the tour on ${date} please tell ${one.name} that ${other.email} replaces the old address of ${other.name} and that ${one.phone} still works.`,
    `Our landlord ${one.name} uses ${one.phone} and ${one.email} from ${date} on, while ${other.name} is only reached through ${other.email} now.`,
  ])
}

/** A programme note whose own wording has a mood too, so that it matters what is judged. */
export function drawProgrammeNote(rng: Rng): string {
  const bands = listed(drawBands(rng))
  const date = dayFirst(drawDate(rng, 2030, 2034))
  const { email } = rng.pick(PEOPLE)
  return rng.pick([
    `On ${date} the bill lists ${bands}, and we recommend an umbrella because the roof is in a sad state. Tickets come from ${email} this time.`,
    `Despite the annoying rain of ${date} nobody missed ${bands}. Write to ${email} for nice pictures.`,
    `We love the new hall. It opens on ${date} with ${bands}; the guest list is kept by ${email} as before.`,
    `The poor sound on ${date} did not stop ${bands}. Our friend at ${email} has the perfect recording.`,
  ])
}
