import { setInterval } from '../shared/timer.ts'

/** Milliseconds between two looks. */
const INTERVAL = 50

/** Ends this process as soon as the one that started it is gone, however that ended: nobody waits for its work any more. */
export function endWithParent(): void {
  const parent = process.ppid
  const check = (): void => {
    // Vitest turns `process.exit` of a worker into an error, and an agent may hold on to signals.
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }
  setInterval(check, INTERVAL).unref()
}
