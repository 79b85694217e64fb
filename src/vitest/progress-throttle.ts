/** Milliseconds until something is said of work that goes on, and between two lines after that. */
const FIRST = 2000
const INTERVAL = 10_000

/** Whether it is time for a line of progress: after two seconds, then every ten. Lines stay, so there are few. */
export function progressThrottle(now: () => number = Date.now): () => boolean {
  let next = now() + FIRST
  return () => {
    if (now() < next) return false
    next = now() + INTERVAL
    return true
  }
}
