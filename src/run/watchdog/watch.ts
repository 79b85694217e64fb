import { AsyncLocalStorage } from 'node:async_hooks'
import { isMainThread, threadId, Worker } from 'node:worker_threads'
import type { Place } from '../journal/journal.ts'
import type { Head } from '../journal/lines.ts'
import type { RuntimeSettings } from '../settings.ts'
import { BLAME, PULSE, type WatchdogData, type WatchdogMessage } from './messages.ts'

/** The attempt whose code runs. */
const current = new AsyncLocalStorage<number>()
/** Attempts that blocked the worker, with the milliseconds that they held it for. */
const blamed = new Map<number, number>()
/** Milliseconds in which this worker was blocked so far. */
let lost = 0
let ids = 0

function blame(after: number): void {
  lost += after
  const id = current.getStore()
  if (id !== undefined) blamed.set(id, after)
}

let dog: Worker | undefined

/** The watchdog of this worker, started with its first attempt. */
function watchdog({ outputDir, runId }: RuntimeSettings): Worker {
  if (dog !== undefined) return dog
  const pulse = new SharedArrayBuffer(4)
  const beats = new Int32Array(pulse)
  setInterval(() => Atomics.add(beats, 0, 1), PULSE).unref()
  Object.assign(globalThis, { [Symbol.for(BLAME)]: blame })
  const workerData: WatchdogData = { pulse, isProcess: isMainThread, threadId, outputDir, runId }
  dog = new Worker(new URL('./watchdog.js', import.meta.url), { workerData, execArgv: [], stdout: false })
  dog.unref()
  // Without a watchdog an attempt that blocks is not ended; that is no reason to end the others.
  dog.on('error', () => undefined)
  return dog
}

/** Says why an attempt's time is over. */
const overdue = (id: number, timeout: number): Error => {
  const after = blamed.get(id)
  return new Error(
    after === undefined
      ? `no answer within ${timeout} ms`
      : `it held its worker for ${after} ms without a pause, as an endless loop does, and was ended`,
  )
}

/**
 * Gives an agent its time. One that never lets go of the worker is ended from beside: its attempt fails, and the time
 * that others lost by it is given back to them.
 *
 * @param act What the agent does; its signal is aborted when the time is over
 */
export async function watch<T>(
  settings: RuntimeSettings,
  { head, place, task_id, attempt }: { head: Head; place: Place; task_id: string; attempt: number },
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { timeout } = settings
  const id = ++ids
  const lostBefore = lost
  let given = 0
  const clock = new AbortController()
  const ring = (): void => {
    const due = blamed.has(id) ? 0 : lost - lostBefore - given
    given += due
    if (due > 0) timer = setTimeout(ring, due)
    else clock.abort(overdue(id, timeout))
  }
  let timer = setTimeout(ring, timeout)
  const beside = watchdog(settings)
  const tell = (message: WatchdogMessage): void => beside.postMessage(message)
  tell({ id, timeout, head, line: { kind: 'blocked', ...place, task_id, attempt } })
  try {
    return await current.run(id, () => act(clock.signal))
  } finally {
    clearTimeout(timer)
    tell({ id })
    blamed.delete(id)
  }
}
