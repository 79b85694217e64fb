import { listed } from '../content/wording.ts'
import { LEVELS, type Level, type Task } from '../schema/task.ts'
import { TracewrightError } from '../shared/errors.ts'
import { stableJson } from '../shared/json.ts'
import { type Rng, rngOf } from '../shared/rng.ts'
import type { Registry } from '../simulators/registry.ts'
import { type OwnTools, ownCatalogue, shippedCatalogue } from './catalogue.ts'
import { composeTask } from './compose-task.ts'
import { DEFAULT_DISTRACTORS, type Distractors } from './distractors.ts'
import type { Shape } from './drawn/shape.ts'
import type { Pattern } from './pattern.ts'
import { SeenTexts } from './seen-texts.ts'
import { flawOf, isAskedFor, isCheated } from './soundness.ts'

/** Tasks wanted of each level. */
export type LevelCounts = Readonly<Record<Level, number>>

/** The size of the published data set. */
export const DEFAULT_COUNTS: LevelCounts = { L0_node: 48, L1_chain: 64, L2_parallel: 40, L3_dag: 48 }

export interface SuiteOptions {
  /** Decides everything: same seed, same bytes. */
  seed: number
  counts?: Partial<LevelCounts>
  /** Tools offered beside the needed ones; 3 by default, as in the published tasks. `all` offers every tool. */
  distractors?: Distractors
  /**
   * Draws every composed task as a graph of this shape: L1 as chains of its depth, L2 as fan-outs of its width, L3 as
   * graphs of depth, width and fan-in. By default the named patterns are drawn from, and graphs of several shapes.
   */
  shape?: Shape
  /**
   * Whether each task is held to the costly rules of the audit too: every tool needed, no distractor of help. Takes
   * about a tenth of a second a task. Default true up to 1,000 tasks, else false; false also where every tool is
   * offered, since some will be of help then.
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
  level: Level
  wanted: number
  made: number
  /** What became of the other draws, in words: `of 180 more draws 100 found no calls that fit together, ...`. */
  why: string
}

/** Draws of one pattern in a row that may fail before it counts as exhausted. */
const MAX_ATTEMPTS = 60
/** Draws of one pattern that a pasted result solves, after which one such is taken. */
const MOST_OPEN = 16
/** Size of the largest suite whose tasks are vetted unless told otherwise. */
const VETTED_UP_TO = 1000
const LARGEST_WORLD_SEED = 2 ** 31 - 1

const refuse = (cause: string): TracewrightError =>
  new TracewrightError(`Failed to generate a suite: ${cause}`)

function checkedCounts(seed: number, counts: Partial<LevelCounts>): LevelCounts {
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

function checkedDistractors(distractors: Distractors): Distractors {
  if (distractors === 'all' || (Number.isSafeInteger(distractors) && distractors >= 0)) return distractors
  throw refuse(`${distractors} distractors is no whole number from 0 up, nor "all". Give one.`)
}

/** Draws that came to nothing. */
interface Lost {
  unfit: number
  seen: number
  flawed: number
  /** What the last of these were flawed by. */
  flaw?: string
}
const nothingLost = (): Lost => ({ unfit: 0, seen: 0, flawed: 0 })

function inWords({ unfit, seen, flawed, flaw }: Lost): string {
  const parts = [
    ...(unfit > 0 ? [`${unfit} found no calls that fit together`] : []),
    ...(seen > 0 ? [`${seen} gave a task that there was`] : []),
    ...(flawed > 0 ? [`${flawed} gave one that does not hold up (${flaw})`] : []),
  ]
  return parts.length === 0
    ? 'no request speaks of its tools'
    : `of ${unfit + seen + flawed} draws ${listed(parts)}`
}

/** Draws tasks that are sound and equal to no earlier one in prompt or trace. */
class Drawer {
  private readonly seen: SeenTexts
  private readonly worldSeed: number
  private readonly seed: number
  private readonly distractors: Distractors
  private readonly registry: Registry
  private readonly vet: boolean
  /** Draws of the level at hand that came to nothing. */
  private lost: Lost = nothingLost()

  constructor(seed: number, tasks: number, distractors: Distractors, registry: Registry, vet: boolean) {
    this.vet = vet
    this.registry = registry
    this.seed = seed
    this.seen = new SeenTexts(2 * tasks)
    this.distractors = distractors
    this.worldSeed = rngOf(seed, 'world').int(1, LARGEST_WORLD_SEED)
  }

  /**
   * Undefined where the pattern has nothing new to give. A task that a pasted result solves, or whose prompt seems not to
   * ask for it, is taken only where many draws are such: a tool may give nothing but one value, or be spoken of otherwise.
   */
  draw(pattern: Pattern, round: number, taskId: string): Task | undefined {
    let open: Task | undefined
    let others = 0
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const rng: Rng = rngOf(this.seed, pattern.level, pattern.key, round, attempt)
      const draft = pattern.draw(rng)
      if (draft === undefined) {
        this.lost.unfit++
        continue
      }
      const { worldSeed, distractors, registry, vet } = this
      const task = composeTask(pattern, draft, { taskId, worldSeed, distractors, registry, rng })
      if (!this.isNew(task)) {
        this.lost.seen++
        continue
      }
      if (this.isFlawed(task, pattern)) continue
      const isOpen = !isAskedFor(task, registry) || (vet && isCheated(task, registry))
      if (isOpen && open !== undefined) {
        if (++others === MOST_OPEN) break
        continue
      }
      if (vet && this.isFlawed(task, pattern, vet)) continue
      if (!isOpen) return this.taken(task)
      open = task
    }
    return open === undefined ? undefined : this.taken(open)
  }

  /** What became of the draws since it was last asked, in words. */
  lostDraws(): string {
    const lost = this.lost
    this.lost = nothingLost()
    return inWords(lost)
  }

  private isFlawed(task: Task, { weak }: Pattern, vet = false): boolean {
    const flaw = flawOf(task, this.registry, { mayBeWeak: weak, vet })
    if (flaw === undefined) return false
    this.lost.flawed++
    this.lost.flaw = flaw
    return true
  }

  private isNew(task: Task): boolean {
    return keysOf(task).every((key) => !this.seen.has(key))
  }

  private taken(task: Task): Task {
    for (const key of keysOf(task)) this.seen.add(key)
    return task
  }
}

/** What no two tasks of a suite share. */
const keysOf = ({ prompt, expected_trace: { steps } }: Task): string[] => [
  `prompt ${prompt}`,
  `trace ${stableJson(steps)}`,
]

/**
 * Draws a suite: tasks level by level, the patterns of a level in turn, in an order that the seed decides. Tasks come
 * one at a time, and what was drawn is remembered in a filter of some bytes a task.
 * Throws a {@link TracewrightError} where more tasks are wanted of a level than its patterns have to give.
 *
 * @example
 * for (const task of generateSuite({ seed: 42 })) lines.push(taskToLine(task))
 */
export function* generateSuite(options: SuiteOptions): Generator<Task, void, undefined> {
  const { seed, counts = {}, distractors = DEFAULT_DISTRACTORS, shape, tools } = options
  const wanted = checkedCounts(seed, counts)
  const total = LEVELS.reduce((sum, level) => sum + wanted[level], 0)
  const vet = options.vet ?? (total <= VETTED_UP_TO && distractors !== 'all')
  const catalogue = tools === undefined ? shippedCatalogue() : ownCatalogue(tools)
  const drawer = new Drawer(seed, total, checkedDistractors(distractors), catalogue.registry, vet)
  const patterns = shape === undefined ? catalogue.patterns : catalogue.ofShape(shape)
  let counter = 0
  for (const level of LEVELS) {
    let turn = rngOf(seed, level).shuffle(patterns[level])
    let made = 0
    drawer.lostDraws()
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
      if (turn.length > 0 || made === wanted[level]) continue
      const why = drawer.lostDraws()
      options.onShort?.({ level, wanted: wanted[level], made, why })
      if (options.upTo === true) break
      throw refuse(
        `the tools give ${made} different tasks of ${level}, not ${wanted[level]}: ${why}. Ask for ${made === 0 ? 'none' : `at most ${made}`} of that level.`,
      )
    }
  }
}
