import { performance } from 'node:perf_hooks'
import { setImmediate, setTimeout } from '../../shared/timer.ts'
import type { Recorder } from '../../trace/recorder.ts'

/** Milliseconds without a call after which none is on its way. */
const QUIET_MS = 2
/** Turns of the event loop that a request takes to arrive, with a margin; a busy process may make few in the time above. */
const QUIET_TURNS = 10
const MAX_WAIT_MS = 50

/** Settles after a time. One promise for all of its turns: a promise in an attempt has its context to carry. */
const waitUntilQuiet = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    let left = QUIET_TURNS
    const turn = (): void => {
      if (left-- > 0) setImmediate(turn)
      else resolve()
    }
    if (ms > 0) setTimeout(turn, ms)
    else turn()
  })

/**
 * Waits for the calls that an agent had on their way when it returned: until every call has ended and no other arrives
 * for a few milliseconds. Where the agent has called nothing, its first call gets the turns that a request takes, and no
 * time.
 *
 * @param longest Most milliseconds to wait; default 50
 */
export async function drain(recorder: Recorder, longest = MAX_WAIT_MS): Promise<void> {
  const until = performance.now() + longest
  let begun: number
  do {
    begun = recorder.begun
    await waitUntilQuiet(begun === 0 ? 0 : QUIET_MS)
  } while ((recorder.isOpen || recorder.begun > begun) && performance.now() < until)
}
