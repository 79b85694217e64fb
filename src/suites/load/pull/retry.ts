import { PassingProblem, PullProblem } from './problem.ts'

/** How often and when something is tried again. */
export interface Patience {
  /** Attempts after the first. */
  retries: number
  pause: (ms: number) => Promise<unknown>
  /** Told before each pause. */
  retrying: (reason: string, ms: number) => void
}

/** Longest pause that a server may ask for, in milliseconds. */
const LONGEST = 60_000

/** Tries again after a passing problem: when the server says, else after 1, 2, 4 s. */
export async function patiently<T>(attempt: () => Promise<T>, patience: Patience): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof PassingProblem) || tries >= patience.retries) throw error
      const wait = error.wait ?? 1000 * 2 ** tries
      if (wait > LONGEST)
        throw new PullProblem(
          `${error.message} and asks to wait ${Math.ceil(wait / 1000)} s`,
          'Try again then.',
        )
      patience.retrying(error.message, wait)
      await patience.pause(wait)
    }
  }
}
