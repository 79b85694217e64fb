/**
 * Node's timers as they were when the worker started. An agent may leave fake timers on, and those of Vitest 5 replace the
 * members of `node:timers` and `node:timers/promises` too.
 */
import timers from 'node:timers'
import promises from 'node:timers/promises'

export const { setTimeout, clearTimeout, setInterval, setImmediate } = timers
export const delay: typeof promises.setTimeout = promises.setTimeout
/** Settles in the next turn of the event loop. */
export const nextTurn: typeof promises.setImmediate = promises.setImmediate

/** Milliseconds that a timer can wait at most; node lets a longer one end at once. */
export const MAX_TIMER_MS: number = 2 ** 31 - 1

/** Waits until what was issued together has arrived: two turns of the event loop. */
export async function waitUntilSettled(): Promise<void> {
  await nextTurn()
  await nextTurn()
}
