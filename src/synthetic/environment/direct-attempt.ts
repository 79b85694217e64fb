import type { AttemptOptions } from '../../run/attempt/run-attempt.ts'
import { MAX_TIMER_MS } from '../../shared/timer.ts'

/** How an agent is run within this process. Only its own time limit applies; who calls after the end is told nothing. */
export const DIRECT: AttemptOptions = { wire: 'direct', timeout: MAX_TIMER_MS, onLate: () => {} }

/** Counts the calls of an agent, and ends one that makes more than it may. */
export function createCallLimit(most: number) {
  const over = new AbortController()
  let made = 0
  return {
    made: (): number => made,
    options: {
      signal: over.signal,
      traffic: {
        exchange: async () => undefined,
        callEnded() {
          if (++made > most) over.abort(new Error(`more than ${most} calls`))
        },
      },
    } satisfies AttemptOptions,
  }
}
