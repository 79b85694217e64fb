import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds that calls may follow each other without a turn of the event loop. */
const LONGEST = 20

let last = 0

/**
 * Gives the event loop a turn where it had none for a while. Requests that msw answers end without one, so that an agent
 * which makes one call after the other would stop all timers of its worker: its own time limit, the other cases', and
 * the sign of life that Vitest waits for.
 */
export async function letTimersFire(): Promise<void> {
  if (performance.now() - last < LONGEST) return
  await nextTurn()
  last = performance.now()
}
