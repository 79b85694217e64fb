import { AsyncLocalStorage } from 'node:async_hooks'
import { isMainThread, threadId, Worker } from 'node:worker_threads'
import { setInterval } from '../../shared/timer.ts'
import type { CasePlace } from '../journal/journal.ts'
import type { Head } from '../journal/lines.ts'
import type { RuntimeSettings } from '../settings.ts'
import { CURRENT, PULSE_MS, type WatchdogData } from './messages.ts'
import { readSharedClock, type WatchedAttempt, WatchSlot } from './slot.ts'

/** Id of the attempt whose code runs. */
const current = new AsyncLocalStorage<number>()
let ids = 0
let running: Worker | undefined

/** The watchdog of this worker, started with its first attempt. */
function startWatchdog({ outputDir, runId }: RuntimeSettings): Worker {
  if (running !== undefined) return running
  const pulse = new SharedArrayBuffer(4)
  const beats = new Int32Array(pulse)
  setInterval(() => Atomics.add(beats, 0, 1), PULSE_MS).unref()
  Object.assign(globalThis, { [Symbol.for(CURRENT)]: () => current.getStore() })
  const workerData: WatchdogData = {
    pulse,
    isProcess: isMainThread,
    parent: process.ppid,
    threadId,
    outputDir,
    runId,
  }
  running = new Worker(new URL('./watchdog.js', import.meta.url), { workerData, execArgv: [] })
  running.unref()
  // Without a watchdog an attempt that blocks is not ended; that does not end the others.
  running.on('error', () => undefined)
  return running
}

/** Slots whose attempts have ended. */
const free: WatchSlot[] = []

/** A slot for a text of as many bytes: one that is free, or a new one that the watchdog is told of. */
function assignSlot(bytes: number, beside: Worker): WatchSlot {
  const at = free.findIndex((slot) => slot.fits(bytes))
  const [known] = at < 0 ? [] : free.splice(at, 1)
  if (known !== undefined) return known
  const slot = WatchSlot.allocate(bytes)
  beside.postMessage(slot.memory)
  return slot
}

/**
 * Has an attempt watched while it is made: where it blocks the worker beyond its time, the watchdog ends the worker and
 * writes down whose attempt it was.
 *
 * @param timeout Time of the attempt in milliseconds
 */
export async function watch<T>(
  settings: RuntimeSettings,
  timeout: number,
  { head, place, task_id, attempt }: { head: Head; place: CasePlace; task_id: string; attempt: number },
  act: () => Promise<T>,
): Promise<T> {
  const id = ++ids
  const watched: WatchedAttempt = { head, line: { kind: 'blocked', ...place, task_id, attempt } }
  const text = JSON.stringify(watched)
  const slot = assignSlot(Buffer.byteLength(text), startWatchdog(settings))
  slot.begin(id, readSharedClock() + timeout, text)
  try {
    return await current.run(id, act)
  } finally {
    slot.end()
    free.push(slot)
  }
}
