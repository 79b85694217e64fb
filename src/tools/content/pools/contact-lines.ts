import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/contact-lines.json' with { type: 'json' }
import type { Person } from './people.ts'
import { drawPerson } from './person-names.ts'

const { closings: CLOSINGS, openings: OPENINGS } = pool

const LINES: readonly ((person: Person, rng: Rng) => string)[] = [
  ({ name, email, phone }) => `${name} can be reached at ${email} in the morning and on ${phone} after lunch`,
  ({ name, email }, rng) => `Send the ${rng.int(2, 48)} posters to ${name}, at ${email} if there is a queue`,
  ({ name, email, phone }, rng) =>
    `Room ${rng.int(11, 480)} is booked for ${name} (${email}), who is on ${phone} all day`,
  ({ name, email }, rng) =>
    `Since ${rng.int(1, 28)}/${rng.int(1, 12)}/2025 ${email} belongs to ${name} alone`,
  ({ email, phone }) =>
    `Questions about the keys go to ${email} or, if it is urgent, to ${phone} at any hour`,
  ({ name, email }, rng) =>
    `The deposit of $${rng.int(12, 980)} came from ${name}, see ${email} for the slip`,
  ({ name, email, phone }) => `${name} left two numbers, ${phone} being the new one; ${email} stays as it is`,
]

/** A note of two sentences that holds one e-mail address in small letters, and often a phone number. */
export const drawContactLine = (rng: Rng): string =>
  `${rng.pick(LINES)(drawPerson(rng), rng)}. ${rng.pick(CLOSINGS)}.`

/** A note of two sentences on a person, with a social security number of a range that is never issued. */
export function drawSecurityLine(rng: Rng): string {
  const ssn = `${rng.int(900, 999)}-${rng.int(10, 99)}-${rng.int(1001, 9999)}`
  const opening = `${rng.pick(OPENINGS)} ${drawPerson(rng).name}`
  return `${opening} shows ${ssn} in the top line. ${rng.pick(CLOSINGS)}.`
}
