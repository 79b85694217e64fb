import { createTimeEstimator } from '../shared/units.ts'
import { showProgress } from './output.ts'

/** Says how far work is: pieces that are done, of how many, and what else there is to say. */
export type Countdown = (done: number, total: number, words?: string) => void

/** Milliseconds between two lines. */
const STRIDE = 100

/** A line of progress with the time that is left. The first line is there at once, before the first piece is done. */
export function createCountdown(
  what: string,
  unit: string,
  { now = Date.now, show = showProgress }: { now?: () => number; show?: (text: string) => void } = {},
): Countdown {
  const estimate = createTimeEstimator(now)
  let lastShown = Number.NEGATIVE_INFINITY
  show(`${what} ...`)
  return (done, total, words = '') => {
    const left = estimate(done, total)
    const at = now()
    if (at - lastShown < STRIDE && done < total) return
    lastShown = at
    show([`${what}: ${done} of ${total} ${unit}`, left, words].filter((part) => part !== '').join(', '))
  }
}
