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

/** Waits, but no longer than somebody waits for it. */
export async function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {})
}

/** Waits until what was issued together has arrived: two turns of the event loop. */
export async function waitUntilSettled(): Promise<void> {
  await nextTurn()
  await nextTurn()
}

export const NOT_SETTLED: unique symbol = Symbol('not settled')

/** What a promise comes to within some milliseconds; what it belongs to goes on. */
export async function limitTime<T>(promise: Promise<T>, limit: number): Promise<T | typeof NOT_SETTLED> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<typeof NOT_SETTLED>((resolve) => {
    timer = setTimeout(resolve, Math.min(limit, MAX_TIMER_MS), NOT_SETTLED)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
