import { logChoose } from './log-factorial.ts'

function check(attempts: number, successes: number, k: number): void {
  const whole = [attempts, successes, k].every(Number.isSafeInteger)
  if (whole && k >= 1 && k <= attempts && successes >= 0 && successes <= attempts) return
  throw new RangeError(
    `Failed to estimate over ${k} attempts: ${successes} of ${attempts} were solved. Give at least k attempts.`,
  )
}

/**
 * Unbiased estimate of the chance that at least one of k attempts solves a task: 1 - C(n-c, k) / C(n, k). Source: Chen
 * et al., "Evaluating Large Language Models Trained on Code", 2021.
 *
 * @throws RangeError unless 1 <= k <= attempts and 0 <= successes <= attempts
 */
export function passAtK(attempts: number, successes: number, k: number): number {
  check(attempts, successes, k)
  return 1 - Math.exp(logChoose(attempts - successes, k) - logChoose(attempts, k))
}

/**
 * Unbiased estimate of the chance that all of k attempts solve a task: C(c, k) / C(n, k). Source: Yao et al.,
 * "tau-bench", 2024.
 *
 * @throws RangeError as `passAtK`
 */
export function passHatK(attempts: number, successes: number, k: number): number {
  check(attempts, successes, k)
  return Math.exp(logChoose(successes, k) - logChoose(attempts, k))
}
