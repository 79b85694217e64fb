import { AsyncLocalStorage } from 'node:async_hooks'
import { closeSync } from 'node:fs'
import { isMainThread, threadId, Worker } from 'node:worker_threads'
import { isDebugged } from '../../shared/debugger.ts'
import { memoizeOnce } from '../../shared/memoize.ts'
import { clearTimeout, setInterval, setTimeout } from '../../shared/timer.ts'
import { appendLine } from '../journal/append.ts'
import type { CasePlace } from '../journal/journal.ts'
import type { Head } from '../journal/lines.ts'
import type { RuntimeSettings } from '../settings.ts'
import {
  BLOCKED_GRACE_MS,
  CURRENT,
  END,
  endWorker,
  type JournalPlace,
  PULSE_MS,
  type WatchdogData,
} from './messages.ts'
import { readSharedClock, type Watched, WatchSlot } from './slot.ts'

/** Id of the attempt whose code runs. */
const current = new AsyncLocalStorage<number>()
let ids = 0
let running: Worker | undefined

function endCommand(): never {
  // There Node would print that it waits for its debugger.
  closeSync(2)
  process.exit(2)
}

/** The watchdog of this thread, started with the first act that is watched. */
function startWatchdog(journal: JournalPlace | undefined): Worker {
  if (running !== undefined) return running
  const pulse = new SharedArrayBuffer(8)
  const beats = new Int32Array(pulse)
  const beat = (): void => {
    Atomics.store(beats, 1, isDebugged() ? 1 : 0)
    Atomics.add(beats, 0, 1)
  }
  beat()
  setInterval(beat, PULSE_MS).unref()
  Object.assign(globalThis, {
    [Symbol.for(CURRENT)]: () => current.getStore(),
    [Symbol.for(END)]: endCommand,
  })
  const workerData: WatchdogData = {
    pulse,
    isProcess: isMainThread,
    parent: process.ppid,
    threadId,
    journal,
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

/** Begins to watch what is named by an id. @param text {@link Watched} as JSON @returns Ends that */
function beginWatch(
  id: number,
  journal: JournalPlace | undefined,
  timeout: number,
  text: string,
): () => void {
  const slot = assignSlot(Buffer.byteLength(text), startWatchdog(journal))
  slot.begin(id, readSharedClock() + timeout, text)
  return () => {
    slot.end()
    free.push(slot)
  }
}

async function watchAct<T>(
  journal: JournalPlace | undefined,
  timeout: number,
  text: string,
  act: () => Promise<T>,
): Promise<T> {
  const id = ++ids
  const end = beginWatch(id, journal, timeout, text)
  try {
    return await current.run(id, act)
  } finally {
    end()
  }
}

/**
 * Has the statements of a suite's module watched, which no code can wrap: where they block the worker, or wait for what
 * never comes, the worker is ended.
 *
 * @param timeout Their time in milliseconds
 * @param isImporting Whether the worker is still at this module, as a module that throws does not say that it ended
 * @returns To be called where the statements end
 */
export function watchModule(
  { outputDir, runId }: RuntimeSettings,
  timeout: number,
  { head, place }: Pick<WatchedPlace, 'head' | 'place'>,
  isImporting: () => boolean,
): () => void {
  const line = { kind: 'blocked' as const, ...place }
  const end = memoizeOnce(beginWatch(++ids, { outputDir, runId }, timeout, formatWatched({ head, line })))
  const after = timeout + BLOCKED_GRACE_MS
  const timer = setTimeout(() => {
    end()
    if (isDebugged() || !isImporting()) return
    appendLine(outputDir, runId, head, { ...line, after, sure: true })
    endWorker(isMainThread, threadId)
  }, after)
  timer.unref()
  return () => {
    clearTimeout(timer)
    end()
  }
}

/** Whose time it is that is watched. */
export interface WatchedPlace {
  head: Head
  place: CasePlace
  task_id: string
  /** Undefined for a run of the reference. */
  attempt?: number
}

const formatWatched = (watched: Watched): string => JSON.stringify(watched)

/**
 * Has attempts or runs of a reference watched while they are made: where one blocks the worker beyond its time, the
 * watchdog ends the worker and writes down whose it was.
 *
 * @param timeout Its time in milliseconds
 */
export function createWatch(
  { outputDir, runId }: RuntimeSettings,
  timeout: number,
  { head, place, ...named }: WatchedPlace,
): <T>(act: () => Promise<T>) => Promise<T> {
  const text = formatWatched({ head, line: { kind: 'blocked', ...place, ...named } })
  return (act) => watchAct({ outputDir, runId }, timeout, text, act)
}

/** The same in a command, which ends with exit code 2 and the message. */
export const watchInCommand = <T>(timeout: number, message: string, act: () => Promise<T>): Promise<T> =>
  watchAct(undefined, timeout, formatWatched({ message }), act)
