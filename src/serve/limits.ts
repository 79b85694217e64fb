export interface ServeLimits {
  /** Bytes of the body of a request; 1 MiB by default. */
  maxBody: number
  /** Runs that are open at once; 256 by default. */
  maxRuns: number
  /** Calls of one run; 1,000 by default. */
  maxCalls: number
  /** Milliseconds from the opening of a run after which it has failed, where its task says no other; 600,000 by default. */
  runTime: number
  /** Milliseconds that a request may take to arrive; 30,000 by default. */
  requestTime: number
}

export const SERVE_LIMITS: ServeLimits = {
  maxBody: 2 ** 20,
  maxRuns: 256,
  maxCalls: 1000,
  runTime: 600_000,
  requestTime: 30_000,
}

/** Ended runs whose trace and verdict can still be fetched; those that ended first go first. */
export const KEPT_RUNS = 1000
