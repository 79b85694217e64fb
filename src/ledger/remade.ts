import { type Attempt, attemptsByKey, type GateTask } from './attempt.ts'
import { REMADE } from './rules.ts'

/** The attempts of a run, and the fresh ones, after tasks that errored in every attempt were attempted once more. */
export interface Remade {
  /** Attempts of the run; where all of a task errored, also its fresh attempts up to the first with an outcome. */
  attempts: Attempt[]
  /** The other fresh attempts, by key. */
  fresh: Map<string, Attempt[]>
  /** Tasks without an outcome that are to be attempted once more. */
  wanted: GateTask[]
  /** Tasks without an outcome that were attempted again often enough. */
  lost: GateTask[]
}

/** Lets fresh attempts stand in for those of tasks that errored in every attempt of the run. */
export function remade(run: readonly Attempt[], fresh: readonly Attempt[]): Remade {
  const rest = attemptsByKey(fresh)
  const result: Remade = { attempts: [...run], fresh: rest, wanted: [], lost: [] }
  for (const [key, keyAttempts] of attemptsByKey(run)) {
    const [first] = keyAttempts
    if (first === undefined || keyAttempts.some(({ outcome }) => outcome !== 'errored')) continue
    const again = rest.get(key) ?? []
    const found = again.findIndex(({ outcome }) => outcome !== 'errored')
    const { task_id, level } = first
    if (found >= 0) {
      result.attempts.push(...again.slice(0, found + 1))
      rest.set(key, again.slice(found + 1))
    } else if (again.length >= REMADE) result.lost.push({ key, task_id, level })
    else result.wanted.push({ key, task_id, level })
  }
  return result
}
