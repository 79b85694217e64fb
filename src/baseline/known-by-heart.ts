import type { Baseline, BaselineTask } from '../schema/baseline.ts'
import { type Attempt, attemptsByKey } from './attempt.ts'
import { KNOWN_BY_HEART } from './thresholds.ts'

/**
 * The world whose values an agent seems to know by heart: the only one in which it solves a task now. It fails in
 * many others, although the record says that it solves the task nearly always. The record or the run has to have met
 * the world: values of no other world can have been remembered.
 *
 * @param run Attempts of the run at the task
 * @param all Those and the reruns
 */
function findWorldKnownByHeart(
  record: BaselineTask,
  run: readonly Attempt[],
  all: readonly Attempt[],
): number | undefined {
  if (record.successes < KNOWN_BY_HEART.share * record.attempts) return undefined
  const collectWorlds = (outcome: Attempt['outcome']): Set<number> =>
    new Set(all.flatMap((attempt) => (attempt.outcome === outcome ? (attempt.seed ?? []) : [])))
  const [world, ...others] = collectWorlds('solved')
  if (world === undefined || others.length > 0) return undefined
  const failed = collectWorlds('failed')
  failed.delete(world)
  const isMet = record.worlds?.includes(world) === true || run.some(({ seed }) => seed === world)
  return isMet && failed.size >= KNOWN_BY_HEART.failedWorlds ? world : undefined
}

/**
 * The attempts of a run and the reruns, without those in a world that the agent seems to know by heart. One success
 * there says nothing about the others, and would explain two dozen failures as bad luck. The gate asks for others.
 */
export function withoutKnownWorlds(
  run: readonly Attempt[],
  reruns: readonly Attempt[],
  { tasks }: Baseline,
): { run: readonly Attempt[]; reruns: readonly Attempt[] } {
  const known = new Map<string, number>()
  const runByKey = attemptsByKey(run)
  for (const [key, later] of attemptsByKey(reruns)) {
    const record = tasks[key]
    const runAttempts = runByKey.get(key) ?? []
    const world =
      record === undefined
        ? undefined
        : findWorldKnownByHeart(record, runAttempts, [...runAttempts, ...later])
    if (world !== undefined) known.set(key, world)
  }
  if (known.size === 0) return { run, reruns }
  const isCounted = ({ key, seed }: Attempt): boolean => seed === undefined || known.get(key) !== seed
  return { run: run.filter(isCounted), reruns: reruns.filter(isCounted) }
}
