import { logChoose } from '../metrics/log-factorial.ts'
import { atMost, CONFIRM_TASKS, FRESH_OF_TASK, SUSPECT_TASK } from './rules.ts'

/** Fisher's lower tail of a task that never failed in the ledger and always in the run: the least that can be. */
const leastTail = (ledger: number, run: number): number => Math.exp(-logChoose(ledger + run, run))

/**
 * Attempts of a task in a run, at least `n`: raised until failing all of them can make the task a suspect. With 6 or
 * more attempts in the ledger 1 is enough, with 3 to 5 it takes 2, with 2 it takes 3, with 1 it takes 6.
 */
export function repeatsFor(ledgerAttempts: number, n: number): number {
  let repeats = n
  while (!atMost(leastTail(ledgerAttempts, repeats), SUSPECT_TASK)) repeats++
  return repeats
}

/** Fresh attempts of each of so many suspected tasks: enough to decide if all fail, within bounds. */
export function freshFor(ledgerAttempts: number, suspected: number): number {
  let fresh: number = FRESH_OF_TASK.least
  while (
    fresh < FRESH_OF_TASK.most &&
    !atMost(leastTail(ledgerAttempts, fresh), CONFIRM_TASKS / Math.max(1, suspected))
  ) {
    fresh++
  }
  return fresh
}
