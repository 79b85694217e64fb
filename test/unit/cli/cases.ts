import type { AttemptRecord, Case } from '../../../src/schema/run.ts'
import { scoreFor } from '../../support/score.ts'
import { task } from '../baseline/records.ts'

/** Attempt number `attempt` at task i, in the world of its number. */
export function attemptOf(i: number, solved: boolean, attempt: number): AttemptRecord {
  const { task_id, level } = task(i)
  return {
    attempt,
    outcome: 'scored',
    seed: attempt % 20,
    calls: 1,
    score: scoreFor({ task_id, level }, solved),
  }
}

/** Task i with some attempts. */
export function scoredCase(i: number, attempts: AttemptRecord[]): Case {
  const { key, task_id, level } = task(i)
  const [first] = attempts
  return {
    suite: 'a',
    line: i + 1,
    task_id,
    level,
    outcome: 'scored',
    agent: 'me',
    key,
    attempts,
    ...(first?.score === undefined ? {} : { score: first.score }),
  }
}
