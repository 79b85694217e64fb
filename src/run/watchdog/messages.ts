import { BroadcastChannel } from 'node:worker_threads'

/** Where the threads of a process say that one of them is blocked. */
export const CHANNEL = 'tracewright-watchdog'

/** Name of the function that tells, in the async context of the blocked code, whose attempt it is. */
export const CURRENT = 'tracewright.attempt'

/** Name of the function that ends a command, called within the blocked code. */
export const END = 'tracewright.end'

/** Time in which a thread has to show that it is alive, in milliseconds. */
export const PULSE_MS = 250

/** Time without a sign of life, beyond that of the attempt, after which a thread is taken for blocked, in milliseconds. */
export const BLOCKED_GRACE_MS = 2_000

/** Time that the blocked thread's debugger has to say whose attempt it is, in milliseconds. */
export const DEBUGGER_TIMEOUT_MS = 10_000

/** Ends a worker of Vitest, which goes on with the other modules. A thread is ended by the one that started it. */
export function endWorker(isProcess: boolean, threadId: number): void {
  if (isProcess) process.kill(process.pid, 'SIGKILL')
  else new BroadcastChannel(CHANNEL).postMessage(threadId)
}

/** Where word is left of the attempt that blocks a worker of Vitest. */
export interface JournalPlace {
  outputDir: string
  runId: string
}

/** What the thread is told when it starts. After that it is sent the memory of each new slot. */
export interface WatchdogData {
  /** Counted up by the watched thread while it is alive; then 1 if it is debugged, else 0. */
  pulse: SharedArrayBuffer
  isProcess: boolean
  /** Id of the process that started this one. */
  parent: number
  threadId: number
  /** Undefined in a command, which is ended with a message. */
  journal: JournalPlace | undefined
}
