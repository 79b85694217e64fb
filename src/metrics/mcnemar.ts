import { logChoose } from './log-factorial.ts'

/**
 * Exact two-sided McNemar test: p that pairs which differ fall so unevenly by chance; 1 where none differs. Source:
 * McNemar, 1947, with the binomial distribution in place of its approximation.
 */
export function mcnemar(onlyFirst: number, onlySecond: number): number {
  const pairs = onlyFirst + onlySecond
  let tail = 0
  for (let x = 0; x <= Math.min(onlyFirst, onlySecond); x++) {
    tail += Math.exp(logChoose(pairs, x) - pairs * Math.LN2)
  }
  return Math.min(1, 2 * tail)
}
