/**
 * Tells how much time work will still take, by the time that each item of this run took. Items that were done before it
 * began took none.
 *
 * @param now Milliseconds of a clock; for tests
 */
export function timeLeft(
  now: () => number = () => performance.now(),
): (done: number, total: number) => string {
  let began: { at: number; done: number } | undefined
  return (done, total) => {
    began ??= { at: now(), done: Math.max(0, done - 1) }
    const made = done - began.done
    const passed = now() - began.at
    // One item says nothing yet: the clock began with it.
    if (made < 2 || passed <= 0 || done >= total) return ''
    return `${durationText((passed / (made - 1)) * (total - done))} left`
  }
}

/** A duration in milliseconds for people: `8 s`, `3 min`, `2 h 5 min`. */
function durationText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
