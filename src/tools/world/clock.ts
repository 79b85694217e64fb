import { memoizeByString } from '../../shared/memoize.ts'
import { digest } from '../../shared/python/digest.ts'

/** The fixed time of a world. */
export interface Clock {
  /** The instant that a clock on the wall shows, in milliseconds since the epoch. */
  readonly now: number
  /** Time stamp of records that are created in this world, `YYYY-MM-DDTHH:MM:SS`, UTC. */
  readonly stamp: string
}

const FROM = Date.UTC(2024, 0, 1) / 1000
const TO = Date.UTC(2030, 0, 1) / 1000

const formatSeconds = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19)

/** Seeds whose clocks are kept: a task is looked at in twenty worlds, and the tasks of a suite have the same ones. */
const MAX_CLOCKS = 64

const readClock = memoizeByString(MAX_CLOCKS, (seed): Clock => {
  const now = FROM + (Number.parseInt(digest(Number(seed), 'clock').slice(0, 12), 16) % (TO - FROM))
  return Object.freeze({ now: now * 1000, stamp: formatSeconds(now) })
})

/**
 * The clock of a seed. Seed 0 has the two published times, which disagree: the wall shows
 * 2026-03-15T14:30:00Z, records are stamped 2026-02-22T12:00:00. Any other seed has one time for both,
 * drawn to the second from 2024 to 2029.
 */
export function createClock(seed: number): Clock {
  if (seed === 0)
    return { now: Date.UTC(2026, 2, 15, 14, 30), stamp: formatSeconds(Date.UTC(2026, 1, 22, 12) / 1000) }
  return readClock(String(seed))
}
