import { spanOf, timeLeft } from '../shared/units.ts'

export interface Progress {
  done: number
  /** Cases that are known of so far. */
  total: number
  solved: number
  elapsedMs: number
}

const WIDTH = 24

/** A progress bar in one line, with the time that is left where it can be told: the mean so far goes on. */
export function renderProgress({ done, total, solved, elapsedMs }: Progress): string {
  const share = total === 0 ? 0 : Math.min(1, done / total)
  const full = Math.floor(share * WIDTH)
  const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full)
  const left = timeLeft(done, total, elapsedMs)
  return `${bar}  ${done} of ${total} cases, ${solved} solved, ${spanOf(elapsedMs)}${left === '' ? '' : `, ${left}`}`
}
