import { existsSync, readFileSync } from 'node:fs'
import { classifyOutcome } from '../baseline/attempt.ts'
import { parseBaseline } from '../baseline/store.ts'
import type { Baseline } from '../schema/baseline.ts'
import type { AttemptRecord } from '../schema/run.ts'
import type { RuntimeSettings } from './settings.ts'
import { chooseFirstAttempt } from './worlds.ts'

const baselines = new Map<string, Baseline | undefined>()

/** The baseline of a run as it is on disk; undefined where the run has none. Which agent it must be of is checked at the end. */
export function readBaselineOf({ gate }: RuntimeSettings): Baseline | undefined {
  if (gate === undefined) return undefined
  if (!baselines.has(gate.file)) {
    const text = existsSync(gate.file) ? readFileSync(gate.file, 'utf8') : undefined
    baselines.set(gate.file, text === undefined ? undefined : parseBaseline(text, gate.file))
  }
  return baselines.get(gate.file)
}

/**
 * Number, over all runs, of the first attempt of this run at a task. What is recorded is recorded in the worlds in which
 * it is replayed.
 */
export const startOf = (key: string, settings: RuntimeSettings): number =>
  chooseFirstAttempt(
    key,
    readBaselineOf(settings),
    settings.gate?.deterministic === true || settings.cassettes !== 'off',
  )

/** Seeds at which a deterministic agent failed and its baseline says that it solves the task. */
export function listFlippedSeeds(
  key: string,
  records: readonly AttemptRecord[],
  settings: RuntimeSettings,
): number[] {
  const seeds =
    settings.gate?.deterministic === true ? readBaselineOf(settings)?.tasks[key]?.seeds : undefined
  if (seeds === undefined) return []
  const flipped = records.filter(
    (record) => classifyOutcome(record) === 'failed' && seeds[String(record.seed)] === 1,
  )
  return [...new Set(flipped.map(({ seed }) => seed))]
}
