import { isDebugged } from '../../shared/debugger.ts'
import { setTimeout } from '../../shared/timer.ts'

/** Time of one run in milliseconds. */
export const MAX_RUN_MS = 10_000

/** The clock as it was when this module was loaded: fake timers stop that of the process. */
const readClock = performance.now.bind(performance)

/** Runs under way, with their starts and what ends them. One timer is for all: most runs take less time than setting one. */
const underWay = new Map<() => void, number>()
let timer: NodeJS.Timeout | undefined

function setTimer(ms: number): void {
  timer = setTimeout(endLateRuns, ms)
}

function endLateRuns(): void {
  timer = undefined
  const now = readClock()
  for (const [end, start] of underWay) if (now - start >= MAX_RUN_MS && !isDebugged()) end()
  if (underWay.size === 0) return
  const left = Math.min(...underWay.values()) + MAX_RUN_MS - now
  setTimer(left > 0 ? Math.ceil(left) : MAX_RUN_MS)
}

/** Calls a function where a run takes too long. @returns To be called when the run is over */
export function limitRun(end: () => void): () => void {
  underWay.set(end, readClock())
  if (timer === undefined) setTimer(MAX_RUN_MS)
  else if (underWay.size === 1) timer.ref()
  return () => {
    underWay.delete(end)
    // A process that is done does not wait for it.
    if (underWay.size === 0) timer?.unref()
  }
}
