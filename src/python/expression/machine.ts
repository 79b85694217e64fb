/** Why an expression has no value: a mistake in it, or one of the limits. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError'
}

/** Refuses the expression. */
export function fail(message: string): never {
  throw new EvaluationError(message)
}

const MOST_STEPS = 1_000_000
const MOST_MADE = 1_000_000
// Each level takes a handful of JavaScript frames; ten thousand of those fit on the stack.
const DEEPEST = 400

/**
 * Bounds of one evaluation. Whatever takes time counts steps, whatever takes memory counts what it makes, and
 * whatever recurses counts levels; so the time of an evaluation depends on the expression alone.
 */
export class Machine {
  private steps = 0
  private made = 0
  private depth = 0
  private readonly identities = new Map<object, number>()

  /** Counts work. Fractions are fine: native string work is cheap by the character. */
  step(count = 1): void {
    this.steps += count
    if (this.steps > MOST_STEPS)
      fail(`the expression takes more than ${MOST_STEPS.toLocaleString('en')} steps`)
  }

  /** Counts characters or elements, before they are made. */
  make(count: number): void {
    this.made += Math.max(0, count)
    if (this.made > MOST_MADE) {
      fail(`the expression makes more than ${MOST_MADE.toLocaleString('en')} characters and elements`)
    }
    this.step(Math.max(0, count) / 8)
  }

  /** Runs something that may recurse. An error ends the evaluation, so the level need not be restored then. */
  nested<T>(work: () => T): T {
    this.enter()
    const result = work()
    this.leave()
    return result
  }

  enter(): void {
    if (++this.depth > DEEPEST) fail(`the expression is nested or recurses deeper than ${DEEPEST} levels`)
  }

  leave(): void {
    this.depth--
  }

  /** A number that tells this object from all others of the evaluation. */
  identityOf(value: object): number {
    const identity = this.identities.get(value) ?? this.identities.size
    this.identities.set(value, identity)
    return identity
  }
}
