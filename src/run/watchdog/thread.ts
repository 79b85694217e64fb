/** Runs in a thread of its own beside a worker of Vitest, and ends what blocks that worker. */
import { Session } from 'node:inspector'
import { BroadcastChannel, parentPort, workerData } from 'node:worker_threads'
import { appendLine } from '../journal/files.ts'
import { BLAME, CHANNEL, GRACE, PULSE, type WatchdogData, type WatchdogMessage } from './messages.ts'

const { pulse, isProcess, threadId, outputDir, runId } = workerData as WatchdogData
const beats = new Int32Array(pulse)
const watched = new Map<number, Required<WatchdogMessage> & { deadline: number }>()
let lastBeat = 0
let lastSeen = performance.now()
/** When the worker was told to stop what it does; it is ended for good where that does not help. */
let interrupted: number | undefined

parentPort?.on('message', ({ id, timeout, head, line }: WatchdogMessage) => {
  if (timeout === undefined || head === undefined || line === undefined) watched.delete(id)
  else watched.set(id, { id, timeout, head, line, deadline: performance.now() + timeout })
})

/** Ends the JavaScript that runs in the main thread of this process, once that has said whose it is. */
function interrupt(after: number): void {
  const session = new Session()
  session.connectToMainThread()
  session.on('Debugger.paused', ({ params }) => {
    const [frame] = params.callFrames
    const expression = `globalThis[Symbol.for(${JSON.stringify(BLAME)})]?.(${after})`
    session.post(
      'Debugger.evaluateOnCallFrame',
      { callFrameId: frame?.callFrameId ?? '', expression },
      () => {
        session.post('Runtime.terminateExecution')
        session.post('Debugger.resume')
        session.post('Debugger.disable', () => session.disconnect())
      },
    )
  })
  session.post('Runtime.enable')
  session.post('Debugger.enable')
  session.post('Debugger.pause')
}

/** Ends the worker, and leaves word of the attempts that were in hand. */
function end(after: number): void {
  for (const { deadline, head, line } of watched.values())
    if (deadline < performance.now()) appendLine(outputDir, runId, head, { ...line, after })
  if (isProcess) process.kill(process.pid, 'SIGKILL')
  else new BroadcastChannel(CHANNEL).postMessage(threadId)
}

setInterval(() => {
  const now = performance.now()
  const beat = Atomics.load(beats, 0)
  if (beat !== lastBeat) {
    lastBeat = beat
    lastSeen = now
    interrupted = undefined
    return
  }
  const silent = now - lastSeen
  const isOverdue = [...watched.values()].some(({ deadline }) => deadline + GRACE < now)
  if (!isOverdue || silent < GRACE) return
  const after = Math.round(silent)
  if (isProcess && interrupted === undefined) {
    interrupted = now
    interrupt(after)
  } else if (interrupted === undefined || now - interrupted > GRACE) {
    interrupted = now
    end(after)
  }
}, PULSE)
