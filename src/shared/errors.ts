/** What an error is about: an absolute path, with a line and a column from 1. */
export interface ErrorPlace {
  /** Absolute path. */
  file: string
  /** Number of the line, from 1. */
  line?: number
  /** Number of the column, from 1. */
  column?: number
}

/**
 * An error that a user of tracewright can act on. The message has the form
 * "Failed to do X: cause. Do Y." and is printed without a stack trace by the command line.
 */
export class TracewrightError extends Error {
  /** Name of the class. */
  override readonly name: string = 'TracewrightError'
  /** File of the error, and its line and column if known. */
  readonly at: ErrorPlace | undefined

  constructor(message: string, options: { cause?: unknown; at?: ErrorPlace | undefined } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.at = options.at
  }
}

export function describeThrown(thrown: unknown): string {
  if (typeof thrown === 'string') return thrown
  try {
    if (thrown instanceof Error) return String(thrown.message)
    return JSON.stringify(thrown) ?? String(thrown)
  } catch {
    return `a thrown ${typeof thrown} that cannot be written as JSON`
  }
}

/** The stack of what was thrown; undefined where it has none, or reading it throws. */
export function readStack(thrown: unknown): unknown {
  try {
    return (thrown as Partial<Error> | null | undefined)?.stack
  } catch {
    return undefined
  }
}
