import type { Comparison } from './compare-continuation.ts'
import type { ForkResult } from './result.ts'

/** Whether a treated continuation followed the value; undefined where none of its leaves had to. */
function followed({ leaves, others }: Comparison): boolean | undefined {
  if (leaves.length === 0) return undefined
  return leaves.every((leaf) => leaf.follows) && others.every((other) => other.downstream)
}

/** Continuations that may part before the fork without taking the verdict away. */
const FORGIVEN = 1

/**
 * The verdict on a fork: the agent follows where two thirds of the treated continuations do. It is open where more
 * than one continuation diverged before the fork, or where no call had to follow.
 *
 * @param compared The treated continuations that did not part
 * @param planned Number of treated continuations that were made
 * @param controls Number of controls that did not part
 */
export function forkVerdictOf(
  compared: readonly Comparison[],
  { planned, controls, diverged }: { planned: number; controls: number; diverged: number },
): Pick<ForkResult, 'follows' | 'reason'> {
  const of = (count: number, total: number): string => `${count} of ${total}`
  if (diverged > FORGIVEN || compared.length === 0 || controls === 0) {
    const which = of(diverged, compared.length + controls + diverged)
    return { follows: undefined, reason: `${which} continuations diverged from the run before the fork` }
  }
  const verdicts = compared.map(followed)
  const [yes, no] = [true, false].map(
    (wanted) => verdicts.filter((verdict) => verdict === wanted).length,
  ) as [number, number]
  if (yes + no === 0) {
    return { follows: undefined, reason: 'no call after the fork had to use the value' }
  }
  if (yes >= Math.ceil((planned * 2) / 3)) {
    return {
      follows: true,
      reason: `the agent used the new value in ${of(yes, compared.length)} continuations`,
    }
  }
  if (no > 0) {
    return {
      follows: false,
      reason: `the agent did not use the new value in ${of(no, compared.length)} continuations`,
    }
  }
  return {
    follows: undefined,
    reason: `only ${of(yes, compared.length)} continuations reached a call that had to use the value`,
  }
}
