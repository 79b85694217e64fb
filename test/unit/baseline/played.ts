import type { Attempt, GateTask } from '../../../src/baseline/attempt.ts'
import type { GateRun } from '../../../src/baseline/preflight.ts'
import { planReruns, type RerunOptions } from '../../../src/baseline/rerun-rounds.ts'
import type { Baseline } from '../../../src/schema/baseline.ts'

/** What becomes of rerun number `at`, from 0, at a task. */
export type Play = (task: GateTask, at: number) => Attempt['outcome'] | Pick<Attempt, 'outcome' | 'seed'>

/** Makes what the gate asks for until it asks for nothing; fails where it goes on asking. */
export function played(
  run: GateRun,
  baseline: Baseline,
  play: Play,
  options?: RerunOptions,
): { reruns: Attempt[]; steps: number } {
  const reruns: Attempt[] = []
  for (let steps = 0; steps < 100; steps++) {
    const plans = planReruns(run, baseline, reruns, options)
    if (plans.length === 0) return { reruns, steps }
    for (const { attempts, ...task } of plans) {
      const own = reruns.filter(({ key }) => key === task.key)
      const there = own.filter(({ outcome }) => outcome !== 'errored').length
      for (let i = 0; i < attempts - there; i++) {
        const made = play(task, own.length + i)
        reruns.push({
          ...task,
          attempt: own.length + i,
          ...(typeof made === 'string' ? { outcome: made } : made),
        })
      }
    }
  }
  throw new Error('the gate asks for ever')
}
