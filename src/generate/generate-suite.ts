import { LEVELS, type Level, type Task } from '../schema/task.ts'
import { TracewrightError } from '../shared/errors.ts'
import { stableJson } from '../shared/json.ts'
import { type Rng, rngOf } from '../shared/rng.ts'
import { composeTask } from './compose-task.ts'
import type { Pattern } from './pattern.ts'
import { PATTERNS } from './patterns/index.ts'
import { isSound } from './soundness.ts'

/** Tasks wanted of each level. */
export type Counts = Readonly<Record<Level, number>>

/** The size of the published data set. */
export const DEFAULT_COUNTS: Counts = { L0_node: 48, L1_chain: 64, L2_parallel: 40, L3_dag: 48 }

export interface SuiteOptions {
  /** Decides everything: same seed, same bytes. */
  seed: number
  counts?: Partial<Counts>
}

/** Draws of one pattern in a row that may fail before it counts as exhausted. */
const MAX_ATTEMPTS = 60
const LARGEST_WORLD_SEED = 2 ** 31 - 1

const refuse = (cause: string): TracewrightError =>
  new TracewrightError(`Failed to generate a suite: ${cause}`)

function checkedCounts(seed: number, counts: Partial<Counts>): Counts {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw refuse(`the seed ${seed} is no whole number from 0 up. Give one such as 42.`)
  }
  const all = { ...DEFAULT_COUNTS, ...counts }
  for (const level of LEVELS) {
    if (Number.isSafeInteger(all[level]) && all[level] >= 0) continue
    throw refuse(`the count of ${level}, ${all[level]}, is no whole number from 0 up. Give one.`)
  }
  return all
}

/** Draws tasks that are sound and equal to no earlier one in prompt or trace. */
class Drawer {
  private readonly seen = new Set<string>()
  private readonly worldSeed: number
  private readonly seed: number

  constructor(seed: number) {
    this.seed = seed
    this.worldSeed = rngOf(seed, 'world').int(1, LARGEST_WORLD_SEED)
  }

  /** Undefined where the pattern has nothing new to give. */
  draw(pattern: Pattern, round: number, taskId: string): Task | undefined {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const rng: Rng = rngOf(this.seed, pattern.level, pattern.name, round, attempt)
      const task = composeTask(pattern, pattern.draw(rng), { taskId, worldSeed: this.worldSeed, rng })
      const trace = stableJson(task.expected_trace.steps)
      if (this.seen.has(task.prompt) || this.seen.has(trace) || !isSound(task)) continue
      this.seen.add(task.prompt).add(trace)
      return task
    }
    return undefined
  }
}

/**
 * Draws a suite: tasks level by level, the patterns of a level in turn, in an order that the seed decides.
 * Throws a {@link TracewrightError} where more tasks are wanted of a level than its patterns have to give.
 *
 * @example
 * for (const task of generateSuite({ seed: 42 })) lines.push(taskToLine(task))
 */
export function* generateSuite({ seed, counts = {} }: SuiteOptions): Generator<Task, void, undefined> {
  const wanted = checkedCounts(seed, counts)
  const drawer = new Drawer(seed)
  let counter = 0
  for (const level of LEVELS) {
    let turn = rngOf(seed, level).shuffle(PATTERNS[level])
    let made = 0
    for (let round = 0; made < wanted[level]; round++) {
      const fresh: Pattern[] = []
      for (const pattern of turn) {
        if (made === wanted[level]) break
        const taskId = `${level}_${String(counter + 1).padStart(4, '0')}`
        const task = drawer.draw(pattern, round, taskId)
        if (task === undefined) continue
        fresh.push(pattern)
        counter++
        made++
        yield task
      }
      turn = fresh
      if (turn.length === 0 && made < wanted[level]) {
        throw refuse(
          `the patterns of ${level} give ${made} different tasks, not ${wanted[level]}. Ask for fewer.`,
        )
      }
    }
  }
}
