/** Why an expression has no value: a mistake in it, one of the limits, or a part of Python that is not supported. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError'
}

/** Refuses the expression. */
export function fail(message: string): never {
  throw new EvaluationError(message)
}

const MAX_STEPS = 1_000_000
const MAX_SIZE = 1_000_000
// Each level takes a handful of JavaScript frames; ten thousand frames fit on the stack.
const MAX_DEPTH = 400

/**
 * Limits of one evaluation. Work counts steps, memory counts size, recursion counts levels; so an expression is refused
 * by what it does and never by the speed of the machine.
 */
export class Machine {
  private steps = 0
  private size = 0
  private depth = 0

  /** Counts work. Native work on texts counts as a fraction of a step for each character. */
  step(count = 1): void {
    this.steps += count
    if (this.steps > MAX_STEPS) fail(`the expression takes more than ${MAX_STEPS.toLocaleString('en')} steps`)
  }

  /** Counts characters or elements before they are made. */
  make(count: number): void {
    this.size += Math.max(0, count)
    if (this.size > MAX_SIZE)
      fail(`the expression makes more than ${MAX_SIZE.toLocaleString('en')} characters and elements`)
    this.step(Math.max(0, count) / 8)
  }

  /** Runs work that may recurse. An error ends the evaluation, so the level need not be restored then. */
  nested<T>(work: () => T): T {
    if (++this.depth > MAX_DEPTH) fail(`the expression is nested or recurses deeper than ${MAX_DEPTH} levels`)
    const result = work()
    this.depth--
    return result
  }
}
