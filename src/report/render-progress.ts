import { formatSpan } from '../shared/units.ts'

export interface Progress {
  done: number
  /** Cases that are known of so far. */
  total: number
  solved: number
  elapsedMs: number
  /** Words for the time that is left, empty if unknown. */
  left: string
}

const WIDTH = 24

/** A progress bar in one line. */
export function renderProgress({ done, total, solved, elapsedMs, left }: Progress): string {
  const share = total === 0 ? 0 : Math.min(1, done / total)
  const full = Math.floor(share * WIDTH)
  const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full)
  return `${bar}  ${done} of ${total} cases, ${solved} solved, ${formatSpan(elapsedMs)}${left === '' ? '' : `, ${left}`}`
}
