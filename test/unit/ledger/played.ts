import type { Attempt, GateTask } from '../../../src/ledger/attempt.ts'
import { type FreshOptions, nextFresh } from '../../../src/ledger/fresh-rounds.ts'
import type { GateRun } from '../../../src/ledger/preflight.ts'
import type { Ledger } from '../../../src/schema/ledger.ts'

/** What becomes of fresh attempt number `at`, from 0, at a task. */
export type Play = (task: GateTask, at: number) => Attempt['outcome'] | Pick<Attempt, 'outcome' | 'seed'>

/** Makes what the gate asks for until it asks for nothing; fails where it goes on asking. */
export function played(
  run: GateRun,
  ledger: Ledger,
  play: Play,
  options?: FreshOptions,
): { fresh: Attempt[]; steps: number } {
  const fresh: Attempt[] = []
  for (let steps = 0; steps < 100; steps++) {
    const plans = nextFresh(run, ledger, fresh, options)
    if (plans.length === 0) return { fresh, steps }
    for (const { attempts, ...task } of plans) {
      const own = fresh.filter(({ key }) => key === task.key)
      const there = own.filter(({ outcome }) => outcome !== 'errored').length
      for (let i = 0; i < attempts - there; i++) {
        const made = play(task, own.length + i)
        fresh.push({
          ...task,
          attempt: own.length + i,
          ...(typeof made === 'string' ? { outcome: made } : made),
        })
      }
    }
  }
  throw new Error('the gate asks for ever')
}
