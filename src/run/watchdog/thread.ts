/**
 * Runs in a thread of its own beside a worker of Vitest or a command. It ends that worker or command where an attempt or a
 * reference blocks it, and a worker whose run is gone.
 */
import { writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'
import { appendLine } from '../journal/append.ts'
import {
  BLOCKED_GRACE_MS,
  CURRENT,
  DEBUGGER_TIMEOUT_MS,
  END,
  endWorker,
  PULSE_MS,
  type WatchdogData,
} from './messages.ts'
import { readSharedClock, WatchSlot } from './slot.ts'

const { pulse, isProcess, parent, threadId, journal } = workerData as WatchdogData
const beats = new Int32Array(pulse)
const slots: WatchSlot[] = []
let lastBeat = 0
let lastSeen = readSharedClock()

parentPort?.on('message', (memory: SharedArrayBuffer) => slots.push(new WatchSlot(memory)))

const listRunning = () => slots.flatMap((slot) => slot.read() ?? [])

/** Calls a function in the code that holds the main thread; undefined where its debugger does not answer. */
function callInMainThread(name: string): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, DEBUGGER_TIMEOUT_MS, undefined)
    const session = new Session()
    session.connectToMainThread()
    session.on('Debugger.paused', () => {
      // Not on the paused frame: one of Node's own may hide the globals.
      const expression = `globalThis[Symbol.for(${JSON.stringify(name)})]?.()`
      session.post('Runtime.evaluate', { expression }, (_, answer) => resolve(answer?.result.value))
    })
    session.post('Debugger.enable')
    session.post('Debugger.pause')
  })
}

/** Leaves word of the attempt that blocks, or of those that may, and ends the worker or the command. */
async function end(after: number): Promise<void> {
  const all = listRunning()
  const blocking = isProcess ? await callInMainThread(CURRENT) : undefined
  const known = all.filter(({ id }) => id === blocking)
  const named = known.length > 0 ? known : all.filter(({ deadline }) => deadline < readSharedClock())
  for (const { watched } of named)
    if ('message' in watched) writeSync(2, `tracewright: ${watched.message}\n`)
    else if (journal !== undefined)
      appendLine(journal.outputDir, journal.runId, watched.head, {
        ...watched.line,
        after,
        sure: named.length === 1,
      })
  if (journal === undefined) await callInMainThread(END)
  endWorker(isProcess, threadId)
}

const timer = setInterval(() => {
  // Whoever started this worker is gone: nobody hears of its attempts, and the run may have been taken up already.
  if (journal !== undefined && isProcess && process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  const now = readSharedClock()
  const beat = Atomics.load(beats, 0)
  // A breakpoint holds the thread for as long as somebody looks.
  if (beat !== lastBeat || Atomics.load(beats, 1) === 1) {
    lastBeat = beat
    lastSeen = now
    return
  }
  const silent = now - lastSeen
  if (silent < BLOCKED_GRACE_MS || !listRunning().some(({ deadline }) => deadline + BLOCKED_GRACE_MS < now))
    return
  clearInterval(timer)
  void end(Math.round(silent))
}, PULSE_MS)
