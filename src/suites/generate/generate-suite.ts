import { LEVELS, type Level, type Task } from '../../schema/task.ts'
import { sha256 } from '../../shared/digest.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { type OwnTools, ownCatalogue, shippedCatalogue } from './catalogue.ts'
import { DEFAULT_DISTRACTORS, type Distractors } from './distractors.ts'
import { type Draw, type DrawTask, drawerOf, keysOf, lostInAll, lostInWords, nothingLost } from './drawer.ts'
import type { Shape } from './drawn/seed-facts.ts'
import type { Pattern } from './pattern.ts'
import type { PatternsByLevel } from './patterns/drawn.ts'
import { type Turn, Turns } from './turns.ts'

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
   * graphs of depth, width and fan-in.
   */
  shape?: Shape
  /**
   * Draws composed tasks as graphs of several shapes over whatever fits together, in place of the named patterns. They
   * exercise composition, not what somebody would ask for. Tools of one's own are always drawn over in this way.
   */
  pattern?: 'drawn'
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
  level: Level
  wanted: number
  made: number
  /** What became of the other draws, in words: `of 180 more draws 100 found no calls that fit together, ...`. */
  why: string
}

/** Size of the largest suite whose tasks are vetted unless told otherwise. */
const VETTED_UP_TO = 1000

const refuse = (cause: string): TracewrightError =>
  new TracewrightError(`Failed to generate a suite: ${cause}`)

function checkedCounts(seed: number, counts: Partial<LevelCounts>): LevelCounts {
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

function checkedDistractors(distractors: Distractors): Distractors {
  if (distractors === 'all' || (Number.isSafeInteger(distractors) && distractors >= 0)) return distractors
  throw refuse(`${distractors} distractors is not a whole number from 0 up, nor "all". Give one.`)
}

const digestOf = (key: string): string => sha256(key).slice(0, 16)

export class SuiteDraft {
  private readonly turns: Turns
  private readonly options: SuiteOptions
  private readonly wanted: LevelCounts
  private readonly patterns: PatternsByLevel
  /** Digests of the keys of all tasks so far: the texts of a large suite would take its size. */
  private readonly seen = new Set<string>()
  private readonly drawTask: DrawTask
  private lost = nothingLost()
  private counter = 0

  /** @throws TracewrightError where the options make no sense, or no tool can be spoken of */
  constructor(options: SuiteOptions) {
    const { seed, counts = {}, distractors = DEFAULT_DISTRACTORS, shape, pattern, tools } = options
    this.options = options
    this.wanted = checkedCounts(seed, counts)
    const total = LEVELS.reduce((sum, level) => sum + this.wanted[level], 0)
    const vet = options.vet ?? total <= VETTED_UP_TO
    if (vet && distractors === 'all') {
      throw refuse(
        'if all tools are offered, distractors cannot be checked. Give a number of distractors, or --no-vet (`vet: false`) and run `tracewright audit`.',
      )
    }
    const { registry, patterns, drawn } = tools === undefined ? shippedCatalogue() : ownCatalogue(tools)
    this.drawTask = drawerOf({ seed, distractors: checkedDistractors(distractors), vet }, registry)
    this.patterns = shape === undefined && pattern === undefined ? patterns : drawn(shape)
    this.turns = new Turns(seed, this.patterns, this.wanted, options.upTo === true && pattern === undefined)
  }

  /**
   * Whose turn it is; undefined once the suite is whole.
   *
   * @throws TracewrightError where a level has fewer tasks to give than are wanted
   */
  turn(): Turn | undefined {
    const { turns, wanted, options } = this
    for (let { level } = turns; level !== undefined && turns.isShort; level = turns.level) {
      const { made } = turns
      const why = lostInWords(this.lost, level, this.patterns[level].length)
      this.lost = nothingLost()
      options.onShort?.({ level, wanted: wanted[level], made, why })
      if (options.upTo !== true) {
        throw refuse(
          `the tools give ${made} different tasks of ${level}, not ${wanted[level]}: ${why}. Add tools that take or give ids, or ask for ${made === 0 ? 'none' : `at most ${made}`} of that level.`,
        )
      }
      turns.skipLevel()
    }
    return turns.current
  }

  /** This many turns to come, this one first, as they are if each gives a task. */
  *turnsToCome(count: number): Generator<Turn> {
    let left = count
    for (const turn of this.turns.toCome()) {
      if (left-- === 0) return
      yield turn
    }
  }

  /** Draws, as if no task were there yet that is not known here. */
  draw({ level, pattern, round }: Turn): Draw {
    return this.drawTask(this.patterns[level][pattern] as Pattern, round, (keys) => this.isNew(keys))
  }

  /**
   * Ends a turn; gives the task, if there is one, with its id. What was drawn elsewhere is taken as it is where {@link draw}
   * would give the same here, and drawn again where it would not.
   */
  take(turn: Turn, drawn?: Draw): Task | undefined {
    const { level } = turn
    const draw = drawn !== undefined && this.isNew(drawn.keys) ? drawn : this.draw(turn)
    this.lost = lostInAll(this.lost, draw.lost)
    this.turns.next(draw.task !== undefined)
    if (this.turns.level !== level) this.lost = nothingLost()
    if (draw.task === undefined) return undefined
    for (const key of keysOf(draw.task)) this.seen.add(digestOf(key))
    return { ...draw.task, task_id: `${level}_${String(++this.counter).padStart(4, '0')}` }
  }

  private isNew(keys: readonly string[]): boolean {
    return keys.every((key) => !this.seen.has(digestOf(key)))
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
  const draft = new SuiteDraft(options)
  for (let turn = draft.turn(); turn !== undefined; turn = draft.turn()) {
    const task = draft.take(turn)
    if (task !== undefined) yield task
  }
}
