import { timeLeft } from '../shared/time-left.ts'
import { progressThrottle } from './progress-throttle.ts'

/**
 * Says how far a worker is with what comes after the last case, of which Vitest knows nothing. It goes to standard
 * error, which the worker shares with Vitest, and not through the console, which Vitest would print under a test.
 */
export function notifyInWorker(what: string): (done: number, total: number) => void {
  const isTime = progressThrottle()
  const started = Date.now()
  return (done, total) => {
    if (done >= total || !isTime()) return
    const left = timeLeft(done, total, Date.now() - started)
    process.stderr.write(
      ` tracewright  ${[`${what}: ${done} of ${total}`, left].filter(Boolean).join(', ')}\n`,
    )
  }
}
