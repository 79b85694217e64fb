import { LEVELS, type Level, type Task } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { createRng } from '../../shared/rng.ts'
import { createOwnCatalogue, type OwnTools, shippedCatalogue } from './catalogue.ts'
import { DEFAULT_DISTRACTORS, type Distractors } from './distractors.ts'
import { createDrawer } from './drawer.ts'
import type { Pattern } from './pattern.ts'

/** Number of tasks by level. */
export type LevelCounts = Readonly<Record<Level, number>>

/** The size of the published data set. */
export const DEFAULT_COUNTS: LevelCounts = { L0_node: 48, L1_chain: 64, L2_parallel: 40, L3_dag: 48 }

/** How many tasks are generated, from which seed, over which tools. */
export interface SuiteOptions {
  /** Decides everything: same seed, same bytes. */
  seed: number
  /** Tasks of each level. @defaultValue 48, 64, 40 and 48 */
  counts?: Partial<LevelCounts>
  /** Tools offered beside the needed ones; 3 by default, as in the published tasks. `all` offers every tool. */
  distractors?: Distractors
  /**
   * Whether each task is held to the costly rules of the audit too: every tool needed, no distractor of help. Default
   * true up to 1,000 tasks, else false.
   */
  vet?: boolean
  /** Tools to draw over in place of those that come with tracewright; no named pattern speaks of them. */
  tools?: OwnTools
  /** Whether a level whose patterns have no more to give ends with fewer tasks than wanted. Default false: an error. */
  upTo?: boolean
  /** Told of each level that ends with fewer tasks than wanted, and why. */
  onShort?: (shortage: Shortage) => void
}

/** A level of which less can be drawn than is wanted. */
export interface Shortage {
  /** The level. */
  level: Level
  /** Tasks that were asked for. */
  wanted: number
  /** Tasks that were made. */
  made: number
  /** Why the level has no further task. */
  why: string
}

/** Size of the largest suite whose tasks are vetted unless told otherwise. */
const VETTED_UP_TO = 1000

export const refuse = (cause: string): TracewrightError =>
  new TracewrightError(`Failed to generate a suite: ${cause}`)

function checkCounts(seed: number, counts: Partial<LevelCounts>): LevelCounts {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw refuse(`the seed ${seed} is not a whole number, 0 or more. Give one such as 42.`)
  }
  const all = { ...DEFAULT_COUNTS, ...counts }
  for (const level of LEVELS) {
    if (Number.isSafeInteger(all[level]) && all[level] >= 0) continue
    throw refuse(`the count of ${level}, ${all[level]}, is not a whole number from 0 up. Give one.`)
  }
  return all
}

function checkDistractors(distractors: Distractors): Distractors {
  if (distractors === 'all' || (Number.isSafeInteger(distractors) && distractors >= 0)) return distractors
  throw refuse(`${distractors} distractors is not a whole number from 0 up, nor "all". Give one.`)
}

/** Why a level has no more tasks. */
function explainShortfall(level: Level, patterns: readonly Pattern[]): string {
  if (patterns.length > 0) return 'your tools allow no more: others would repeat a task or fail a check'
  return level === 'L0_node'
    ? 'no tool returns a value to ask for, or changes something that a prompt can name'
    : 'no tool returns an id that another tool accepts'
}

/** Of how many tasks of a level one may remove something: APIs have a deletion for every kind of thing, people seldom ask. Tools that only remove give only such tasks. */
const REMOVALS_ONE_IN = 10

/** Whether a suite has too few other tasks for one more that removes something. */
export const isRemovalEarly = (removed: number, made: number): boolean =>
  REMOVALS_ONE_IN * (removed + 1) > made + 1

/** Tasks of patterns in turn, round after round; a pattern that gives none has no turn in later rounds. */
function* drawInRounds(
  patterns: readonly Pattern[],
  { wanted, isSpread, all }: { wanted: number; isSpread: boolean; all: { made: number; removed: number } },
  draw: (pattern: Pattern, round: number) => Task | undefined,
): Generator<Task, void, undefined> {
  let left = patterns
  let made = 0
  const hasOthers = patterns.some(({ removes }) => removes !== true)
  // A level of removals alone has each once, and more as the levels before it allow.
  const counts = hasOthers || !isSpread ? { made: 0, removed: 0 } : all
  let gaveFirst = 0
  for (let round = 0; left.length > 0; round++) {
    const gave: Pattern[] = []
    const waiting: Pattern[] = []
    for (const pattern of left) {
      if (made === wanted) return
      const isCounted = hasOthers || (isSpread && round > 0)
      if (isCounted && pattern.removes && isRemovalEarly(counts.removed, counts.made)) {
        waiting.push(pattern)
        continue
      }
      const task = draw(pattern, round)
      if (task === undefined) continue
      made++
      for (const one of new Set([counts, all])) {
        one.made++
        if (pattern.removes) one.removed++
      }
      gave.push(pattern)
      yield task
    }
    if (round === 0) gaveFirst = gave.length
    // A pattern gives at most a quarter of the tasks of its level, or of few patterns two.
    const isRepeated = gaveFirst < 4 ? round > 0 : 4 * (round + 2) > made + gave.length
    if (isSpread && isRepeated) return
    // Removals wait until there are enough other tasks, and are first in turn then.
    left = gave.length === 0 ? [] : [...waiting, ...gave]
  }
}

/**
 * Draws a suite: tasks level by level, the patterns of a level in turn, in an order that the seed decides. Tasks come
 * one at a time.
 * Throws a {@link TracewrightError} where more tasks are wanted of a level than its patterns have to give.
 *
 * @example
 * for (const task of generateSuite({ seed: 42 })) lines.push(taskToLine(task))
 */
export function* generateSuite(options: SuiteOptions): Generator<Task, void, undefined> {
  const { seed, counts = {}, distractors = DEFAULT_DISTRACTORS, tools, upTo = false } = options
  const wantedOf = checkCounts(seed, counts)
  const total = LEVELS.reduce((sum, level) => sum + wantedOf[level], 0)
  const vet = options.vet ?? total <= VETTED_UP_TO
  if (vet && distractors === 'all') {
    throw refuse(
      'if all tools are offered, distractors cannot be checked. Give a number of distractors, or --no-vet (`vet: false`) and run `tracewright audit`.',
    )
  }
  const { registry, patterns } = tools === undefined ? shippedCatalogue() : createOwnCatalogue(tools)
  const draw = createDrawer({ seed, distractors: checkDistractors(distractors), vet }, registry)
  let count = 0
  const all = { made: 0, removed: 0 }
  for (const level of LEVELS) {
    const wanted = wantedOf[level]
    const before = count
    const order = createRng(seed, level).shuffle(patterns[level])
    for (const task of drawInRounds(order, { wanted, isSpread: upTo, all }, draw))
      yield { ...task, task_id: `${level}_${String(++count).padStart(4, '0')}` }
    const made = count - before
    if (made === wanted) continue
    const why = explainShortfall(level, patterns[level])
    options.onShort?.({ level, wanted, made, why })
    if (!upTo) {
      throw refuse(
        `the tools give ${made} different tasks of ${level}, not ${wanted}: ${why}. Add tools that take or give ids, or ask for ${made === 0 ? 'none' : `at most ${made}`} of that level.`,
      )
    }
  }
}
