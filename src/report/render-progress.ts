/** How far a run is. */
export interface Progress {
  done: number
  /** Cases that are known of so far. */
  total: number
  solved: number
  elapsedMs: number
}

const WIDTH = 24

/** Minutes and seconds, `1 min 05 s`. */
function spanOf(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const rest = seconds % 60
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(rest).padStart(2, '0')} s`
}

/** A progress bar in one line, with the time that is left where it can be told: the mean so far goes on. */
export function renderProgress({ done, total, solved, elapsedMs }: Progress): string {
  const share = total === 0 ? 0 : Math.min(1, done / total)
  const full = Math.floor(share * WIDTH)
  const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full)
  const left =
    done === 0 || done >= total ? '' : `, about ${spanOf((elapsedMs / done) * (total - done))} left`
  return `${bar}  ${done} of ${total} cases, ${solved} solved, ${spanOf(elapsedMs)}${left}`
}
