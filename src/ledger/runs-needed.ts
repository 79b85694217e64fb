import type { Ledger } from '../schema/ledger.ts'
import { attemptsByKey, countsOf } from './attempt.ts'
import { byStrength, leastBroken, withBroken } from './least-broken.ts'
import { fitOf } from './mixture.ts'
import type { Outcome } from './patterns.ts'
import type { GateRun } from './preflight.ts'
import { FULL_RECORD, REJECT_TASKS } from './rules.ts'

/** How far a ledger is from seeing one broken task. */
export interface Strength {
  /** Fewest tasks broken outright that the next gate would call a regression; null where no number would. */
  least_broken: number | null
  /** More runs like this one until one is enough; 0 where it is, null where full records are not enough. */
  runs: number | null
}

/**
 * What the next gate can see with a ledger, if the next runs go as this one did and each adds its attempts at the rate
 * that the record has: as `ledger update` says it, before any of them is made.
 */
export function strengthOf(
  { suite, attempts }: Pick<GateRun, 'suite' | 'attempts'>,
  ledger: Ledger,
): Strength {
  const byKey = attemptsByKey(attempts)
  const tasks = suite.flatMap(({ key }) => {
    const record = ledger.tasks[key]
    const run = countsOf(byKey.get(key) ?? [])
    return record === undefined || run.attempts === 0 ? [] : [{ run, record }]
  })
  if (tasks.length === 0) return { least_broken: null, runs: null }
  const outcomesAfter = (runs: number): Outcome[] =>
    tasks.map(({ run, record }) => {
      const wanted = Math.max(record.attempts, Math.min(FULL_RECORD, record.attempts + runs * run.attempts))
      const s = Math.round((record.successes * wanted) / record.attempts)
      return { s, b: wanted, x: run.successes, y: run.attempts - run.successes }
    })
  const oneIsSeen = (outcomes: readonly Outcome[]): boolean => {
    const [strongest] = byStrength(outcomes)
    if (strongest === undefined) return false
    return fitOf(withBroken(tasks, outcomes, [strongest])).lambda() >= REJECT_TASKS
  }
  const needed = Array.from({ length: FULL_RECORD + 1 }, (_, runs) => runs).find((runs) =>
    oneIsSeen(outcomesAfter(runs)),
  )
  return { least_broken: leastBroken(tasks, outcomesAfter(0)), runs: needed ?? null }
}
