/** Runs in a thread of its own beside a worker of Vitest, and ends that worker where an attempt blocks it or its run is gone. */
import { Session } from 'node:inspector'
import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads'
import { appendLine } from '../journal/files.ts'
import {
  ASKING,
  CHANNEL,
  CURRENT,
  GRACE,
  PULSE,
  type WatchdogData,
  type WatchdogMessage,
} from './messages.ts'

const { pulse, isProcess, parent, threadId, outputDir, runId } = workerData as WatchdogData
const beats = new Int32Array(pulse)
const watched = new Map<number, Required<WatchdogMessage> & { deadline: number }>()
let lastBeat = 0
let lastSeen = performance.now()

parentPort?.on('message', ({ id, timeout, head, line }: WatchdogMessage) => {
  if (timeout === undefined || head === undefined || line === undefined) watched.delete(id)
  else watched.set(id, { id, timeout, head, line, deadline: performance.now() + timeout })
})

/** Id of the attempt whose code holds the main thread of this process; undefined where its debugger does not say. */
function culprit(): Promise<number | undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, ASKING, undefined)
    const session = new Session()
    session.connectToMainThread()
    session.on('Debugger.paused', ({ params }) => {
      const callFrameId = params.callFrames[0]?.callFrameId ?? ''
      const expression = `globalThis[Symbol.for(${JSON.stringify(CURRENT)})]?.()`
      session.post('Debugger.evaluateOnCallFrame', { callFrameId, expression }, (_, answer) => {
        const value: unknown = answer?.result.value
        resolve(typeof value === 'number' ? value : undefined)
      })
    })
    session.post('Debugger.enable')
    session.post('Debugger.pause')
  })
}

/** Leaves word of the attempt that blocks, or of those that may, and ends the worker. */
async function end(after: number): Promise<void> {
  const known = isProcess ? watched.get((await culprit()) ?? -1) : undefined
  const overdue = [...watched.values()].filter(({ deadline }) => deadline < performance.now())
  const named = known === undefined ? overdue : [known]
  for (const { head, line } of named)
    appendLine(outputDir, runId, head, { ...line, after, sure: named.length === 1 })
  if (isProcess) process.kill(process.pid, 'SIGKILL')
  else new BroadcastChannel(CHANNEL).postMessage(threadId)
}

const timer = setInterval(() => {
  // Whoever started this worker is gone: nobody hears of its attempts, and the run may have been taken up already.
  if (isProcess && process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  const now = performance.now()
  const beat = Atomics.load(beats, 0)
  if (beat !== lastBeat) {
    lastBeat = beat
    lastSeen = now
    return
  }
  const silent = now - lastSeen
  const isOverdue = [...watched.values()].some(({ deadline }) => deadline + GRACE < now)
  if (!isOverdue || silent < GRACE) return
  clearInterval(timer)
  void end(Math.round(silent))
}, PULSE)
