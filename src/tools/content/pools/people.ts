import type { Rng } from '../../../shared/rng.ts'
import wordParts from '../words/parts.json' with { type: 'json' }
import type { Person } from './lists.ts'

/** Beginnings of numbers that are kept for fiction, and how many digits follow. */
const PHONES = [
  ['+44 7700 900', 3],
  ['+44 20 7946 0', 3],
  ['+1 212 555 01', 2],
  ['+1 503 555 01', 2],
  ['+33 6 39 98 00 ', 2],
  ['+61 491 570 ', 3],
] as const

function drawPhone(rng: Rng): string {
  const [start, digits] = rng.pick(PHONES)
  return start + String(rng.int(0, 10 ** digits - 1)).padStart(digits, '0')
}

/** A person of 625 names, with an address made of the name and a phone number. */
export function drawPerson(rng: Rng): Person {
  const [given, family] = [rng.pick(wordParts.personNames.given), rng.pick(wordParts.personNames.family)]
  const [g, f] = [given.toLowerCase(), family.toLowerCase()]
  const email = `${rng.pick([`${g}.${f}`, `${g.charAt(0)}.${f}`, `${f}.${g}`])}@${rng.pick(wordParts.personNames.hosts)}`
  return { name: `${given} ${family}`, email, phone: drawPhone(rng) }
}

/** This many full names, all of them different. */
export function drawNames(rng: Rng, count: number): string[] {
  const family = rng.sample(wordParts.personNames.family, count)
  return rng.sample(wordParts.personNames.given, count).map((given, i) => `${given} ${family[i]}`)
}

/** People to invite: full names, or e-mail addresses of all of them. */
export function drawInvitees(rng: Rng, count: number): string[] {
  const names = drawNames(rng, count)
  if (rng.int(0, 2) > 0) return names
  return names.map((name) => `${name.toLowerCase().replace(' ', '.')}@${wordParts.personNames.hosts[0]}`)
}
