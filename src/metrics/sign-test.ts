import { logChoose } from './log-factorial.ts'

/**
 * One-sided sign test: the probability of at least `successes` among `trials` that succeed with chance .5
 * or less. 1 without trials.
 */
export function signTest(successes: number, trials: number): number {
  let tail = 0
  for (let x = successes; x <= trials; x++) tail += Math.exp(logChoose(trials, x) - trials * Math.LN2)
  return Math.min(1, tail)
}
