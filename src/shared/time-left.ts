/** Minutes and seconds, `1 min 05 s`. */
export function spanOf(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const rest = seconds % 60
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(rest).padStart(2, '0')} s`
}

/** What is left of some work, if the mean so far goes on: `about 1 min 30 s left`; empty where it cannot be told. */
export const timeLeft = (done: number, total: number, elapsedMs: number): string =>
  done <= 0 || done >= total ? '' : `about ${spanOf((elapsedMs / done) * (total - done))} left`
