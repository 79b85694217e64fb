import { nextAttempt } from '../ledger/store.ts'
import { sourcesOf } from '../schema/binding.ts'
import type { Ledger } from '../schema/ledger.ts'
import type { Task } from '../schema/task.ts'
import type { Trace } from '../schema/trace.ts'
import { isRecorded } from '../tools/define-simulator.ts'
import type { Registry } from '../tools/registry.ts'
import { servedRegistry } from '../tools/served.ts'

/** Worlds of a task, which the audit's oracle rule covers. */
const WORLDS = 20

/** Whether a value that flowed counts anywhere: only then does another world ask for other values. */
function bindsAnything({ expected_trace, alternatives = [], expected_final_answer }: Task): boolean {
  const graded = [expected_trace, ...alternatives].flatMap(({ steps }) =>
    steps.map(({ arguments: args }) => args),
  )
  return [...graded, expected_final_answer ?? null].some((value) => sourcesOf(value).length > 0)
}

/** World in which a recording answers as the real API did. */
const RECORDED_WORLD = 0

/**
 * Whether a task would be judged in the world of its recording although others differ from it. There a value that the
 * agent remembers from the recording passes. A task with `"world": {"fixed": true}` replays its recording on purpose.
 */
export const isInRecordedWorld = (task: Task, seed: number, registry: Registry = servedRegistry()): boolean =>
  seed === RECORDED_WORLD &&
  task.world?.fixed !== true &&
  bindsAnything(task) &&
  task.available_tools.some((name) => isRecorded(registry.get(name)))

/**
 * Seed of the world of attempt number `j` at a task, counted over all runs: `seed + (j mod 20)`, so that a value that
 * was remembered from another attempt is wrong, and a world comes back only after the other nineteen. The world of a
 * recording is none of the twenty. A task with `"world": {"fixed": true}` and one that binds nothing stay in theirs.
 */
export function seedOfAttempt(task: Task, j: number): number {
  const seed = task.world?.seed ?? 0
  if (task.world?.fixed === true || !bindsAnything(task)) return seed
  return (isInRecordedWorld(task, seed) ? seed + 1 : seed) + (j % WORLDS)
}

/** Number of the first attempt of a run at a task: numbers go on from where the ledger's record stopped. */
export const firstAttempt = (key: string, ledger: Ledger | undefined, deterministic: boolean): number =>
  deterministic ? 0 : nextAttempt(ledger?.tasks[key])

/** A task in the world of a seed. */
export const inWorld = (task: Task, seed: number): Task => ({ ...task, world: { ...task.world, seed } })

/** A task in the world in which a trace was recorded. */
export const inWorldOf = (task: Task, { seed }: Pick<Trace, 'seed'>): Task =>
  seed === undefined ? task : inWorld(task, seed)
