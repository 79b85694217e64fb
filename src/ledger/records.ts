import { COST_FIGURES, type LedgerTask, type Provenance } from '../schema/ledger.ts'
import { TracewrightError } from '../shared/errors.ts'
import { type Attempt, countsOf, type GateTask } from './attempt.ts'
import { poolProvenance } from './provenance.ts'
import { nextAttempt } from './store.ts'

function seedsOf(attempts: readonly Attempt[]): Record<string, 0 | 1> {
  const fail = (cause: string, advice: string): never => {
    throw new TracewrightError(`Failed to update the ledger: ${cause}. ${advice}.`)
  }
  const seeds: Record<string, 0 | 1> = {}
  for (const { seed, outcome, task_id } of attempts) {
    if (seed === undefined) return fail(`an attempt at ${task_id} has no seed`, 'Give every attempt its seed')
    const solved = outcome === 'solved' ? 1 : 0
    if ((seeds[seed] ?? solved) !== solved) {
      fail(`${task_id} was solved and failed at seed ${seed}`, 'Leave `deterministic` away for this agent')
    }
    seeds[seed] = solved
  }
  return seeds
}

const worldsOf = (seeds: readonly (number | undefined)[]): { worlds?: number[] } => {
  const known = [...new Set(seeds.filter((seed) => seed !== undefined))].sort((a, b) => a - b)
  return known.length === 0 ? {} : { worlds: known }
}

function costsOf(attempts: readonly Attempt[], before: LedgerTask['costs'] = {}): Pick<LedgerTask, 'costs'> {
  const known = COST_FIGURES.flatMap((figure) => {
    const values = [...(before[figure] ?? []), ...attempts.flatMap(({ costs }) => costs?.[figure] ?? [])]
    return values.length === 0 ? [] : [[figure, values] as const]
  })
  return known.length === 0 ? {} : { costs: Object.fromEntries(known) }
}

/** How many attempts of a run were made, which numbers its own from 0; errored ones were made too. */
const madeOf = (attempts: readonly Attempt[]): number =>
  Math.max(attempts.length, ...attempts.map(({ attempt }) => (attempt ?? -1) + 1))

/** The record that a run's attempts at a task make by themselves; undefined where none has an outcome. */
export function recordOf(
  { task_id, level }: GateTask,
  attempts: readonly Attempt[],
  provenance: Provenance,
  deterministic: boolean,
): LedgerTask | undefined {
  const own = attempts.filter(({ outcome }) => outcome !== 'errored')
  if (own.length === 0) return undefined
  if (deterministic) return bySeed({ task_id, level }, seedsOf(own), costsOf(own), provenance)
  return {
    task_id,
    level,
    ...countsOf(own),
    next: madeOf(attempts),
    ...worldsOf(own.map(({ seed }) => seed)),
    ...costsOf(own),
    provenance,
  }
}

function bySeed(
  { task_id, level }: Pick<GateTask, 'task_id' | 'level'>,
  seeds: Record<string, 0 | 1>,
  costs: Pick<LedgerTask, 'costs'>,
  provenance: Provenance,
): LedgerTask {
  const outcomes: number[] = Object.values(seeds)
  const successes = outcomes.reduce((sum, solved) => sum + solved, 0)
  return { task_id, level, successes, attempts: outcomes.length, seeds, ...costs, provenance }
}

/** A record with the attempts of another run added; of a deterministic agent the latest outcome of a seed stands. */
export function pooledRecord(before: LedgerTask, now: LedgerTask): LedgerTask {
  const provenance = poolProvenance(before.provenance, now.provenance)
  const { task_id, level } = now
  if (now.seeds !== undefined) {
    const costs = now.costs === undefined ? {} : { costs: now.costs }
    return bySeed({ task_id, level }, { ...before.seeds, ...now.seeds }, costs, provenance)
  }
  const costs = COST_FIGURES.flatMap((figure) => {
    const values = [...(before.costs?.[figure] ?? []), ...(now.costs?.[figure] ?? [])]
    return values.length === 0 ? [] : [[figure, values] as const]
  })
  return {
    task_id,
    level,
    successes: before.successes + now.successes,
    attempts: before.attempts + now.attempts,
    next: nextAttempt(before) + nextAttempt(now),
    ...worldsOf([...(before.worlds ?? []), ...(now.worlds ?? [])]),
    ...(costs.length === 0 ? {} : { costs: Object.fromEntries(costs) }),
    provenance,
  }
}

/** The record of a run in place of another: the numbers of attempts go on, so that no world is met twice in a row. */
export const renewedRecord = (before: LedgerTask, now: LedgerTask): LedgerTask =>
  now.seeds === undefined ? { ...now, next: nextAttempt(before) + nextAttempt(now) } : now
