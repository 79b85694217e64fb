import { timeLeft } from '../shared/units.ts'
import { progress } from './output.ts'

/** Says how far work is: pieces that are done, of how many, and what else there is to say. */
export type Countdown = (done: number, total: number, words?: string) => void

/** Milliseconds before a time left is told: a mean of less says little, and shorter work needs none. */
const MIN_ELAPSED_MS = 2000
/** Milliseconds between two lines. */
const STRIDE = 100

/** A line of progress with the time that is left. */
export function countdown(
  what: string,
  unit: string,
  { now = Date.now, show = progress }: { now?: () => number; show?: (text: string) => void } = {},
): Countdown {
  const started = now()
  let first: number | undefined
  let lastShown = Number.NEGATIVE_INFINITY
  return (done, total, words = '') => {
    first ??= done
    const at = now()
    if (at - lastShown < STRIDE && done < total) return
    lastShown = at
    const left = at - started < MIN_ELAPSED_MS ? '' : timeLeft(done - first, total - first, at - started)
    show([`${what}: ${done} of ${total} ${unit}`, left, words].filter((part) => part !== '').join(', '))
  }
}
