import type { AttemptRecord, Case } from '../../../src/schema/run.ts'
import { task } from '../ledger/records.ts'

/** Attempt number `attempt` at task i, in the world of its number. */
export function attemptOf(i: number, solved: boolean, attempt: number): AttemptRecord {
  const { task_id, level } = task(i)
  return {
    attempt,
    outcome: 'scored',
    seed: attempt % 20,
    calls: 1,
    score: {
      task_id,
      level,
      score: solved ? 1 : 0,
      solved,
      selection: 1,
      arguments: 1,
      data_flow: null,
      completion: 1,
      unsettled: 0,
      answer: 'ungraded',
      unneeded_writes: 0,
      surplus_reads: 0,
      weak: false,
      approximate: false,
      warnings: [],
    },
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
