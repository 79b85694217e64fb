import { digest } from '../../shared/python/digest.ts'
import type { NumberRange } from './draw.ts'

/** The fixed time of a world. */
export interface Clock {
  /** The instant that a clock on the wall shows, in milliseconds since the epoch. */
  readonly now: number
  /** Time stamp of records that are created in this world, `YYYY-MM-DDTHH:MM:SS`, UTC. */
  readonly stamp: string
}

const FROM = Date.UTC(2024, 0, 1) / 1000
const TO = Date.UTC(2030, 0, 1) / 1000

const text = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19)

/** Gives the instant of a name, in seconds since the epoch, which is `own` unless something else is laid over it. */
export type GivenInstant = (name: string, range: NumberRange, fallback: number) => number

/**
 * The clock of a seed. Seed 0 has the two published times, which disagree: the wall shows
 * 2026-03-15T14:30:00Z, records are stamped 2026-02-22T12:00:00. Any other seed has one time for both,
 * drawn to the second from 2024 to 2029.
 */
export function clockOf(seed: number, given: GivenInstant = (_name, _range, fallback) => fallback): Clock {
  const range = { min: FROM, max: TO - 1, decimals: 0 }
  if (seed === 0) {
    const now = given('now', range, Date.UTC(2026, 2, 15, 14, 30) / 1000)
    return { now: now * 1000, stamp: text(given('stamp', range, Date.UTC(2026, 1, 22, 12) / 1000)) }
  }
  const drawn = FROM + (Number.parseInt(digest(seed, 'clock').slice(0, 12), 16) % (TO - FROM))
  const now = given('now', range, drawn)
  return { now: now * 1000, stamp: text(now) }
}
