import { LEVELS, type Level } from '../../schema/task.ts'
import { rngOf } from '../../shared/rng.ts'

/** One draw of one pattern: which of its level it is, and how often it had its turn before. */
export interface Turn {
  level: Level
  pattern: number
  round: number
}

/**
 * Whose turn it is to give a task: level by level, the patterns of a level in an order that the seed decides, round
 * after round, until the level has the tasks that it wants. A pattern that gives none has no turn in later rounds.
 */
export class Turns {
  private readonly seed: number
  private readonly patterns: Readonly<Record<Level, readonly unknown[]>>
  private readonly wanted: Readonly<Record<Level, number>>
  /** Whether a level ends before a pattern gives more than a quarter of its tasks, or of few patterns more than two. */
  private readonly isSpread: boolean
  private at = 0
  private round = 0
  private place = 0
  /** Patterns that have a turn in this round, and the ones that gave a task in it. */
  private order: readonly number[]
  private gave: number[] = []
  /** Number of patterns that gave a task in the first round. */
  private gaveFirst = 0
  made = 0

  constructor(
    seed: number,
    patterns: Readonly<Record<Level, readonly unknown[]>>,
    wanted: Readonly<Record<Level, number>>,
    isSpread = false,
  ) {
    this.isSpread = isSpread
    this.seed = seed
    this.patterns = patterns
    this.wanted = wanted
    this.order = this.orderOf(LEVELS[0])
    this.settle()
  }

  /** The level at hand; undefined once all are done. */
  get level(): Level | undefined {
    return LEVELS[this.at]
  }

  /** Whether the level at hand has fewer tasks than it wants, and no pattern that could give more. */
  get isShort(): boolean {
    return this.level !== undefined && this.order.length === 0
  }

  /** Whose turn it is; undefined where the level is short, or all are done. */
  get current(): Turn | undefined {
    const { level, round } = this
    const pattern = this.order[this.place]
    return level === undefined || pattern === undefined ? undefined : { level, pattern, round }
  }

  next(hasGiven: boolean): void {
    if (hasGiven) {
      this.made++
      this.gave.push(this.order[this.place] as number)
    }
    this.place++
    this.settle()
  }

  skipLevel(): void {
    this.begin(this.at + 1)
    this.settle()
  }

  /** The turns to come, this one first, as they are if each gives a task. */
  *toCome(): Generator<Turn> {
    for (let at = this.at; at < LEVELS.length; at++) {
      const level = LEVELS[at] as Level
      const isHere = at === this.at
      const order = isHere ? [...this.gave, ...this.order.slice(this.place)] : this.orderOf(level)
      let left = this.wanted[level] - (isHere ? this.made : 0)
      let place = isHere ? this.gave.length : 0
      for (let round = isHere ? this.round : 0; left > 0 && order.length > 0; round++, place = 0) {
        for (; place < order.length && left > 0; place++, left--)
          yield { level, pattern: order[place] as number, round }
      }
    }
  }

  private orderOf(level: Level): readonly number[] {
    return rngOf(this.seed, level).shuffle(this.patterns[level].map((_, i) => i))
  }

  private begin(at: number): void {
    this.at = at
    this.round = 0
    this.place = 0
    this.made = 0
    this.gave = []
    const { level } = this
    this.order = level === undefined ? [] : this.orderOf(level)
  }

  /** Goes on to the next round, or to the next level that wants tasks. */
  private settle(): void {
    for (let { level } = this; level !== undefined; level = this.level) {
      if (this.made === this.wanted[level]) {
        this.begin(this.at + 1)
        continue
      }
      if (this.place < this.order.length) return
      if (this.round === 0) this.gaveFirst = this.gave.length
      const isRepeated =
        this.gaveFirst < 4 ? this.round > 0 : 4 * (this.round + 2) > this.made + this.gave.length
      const isOver = this.isSpread && isRepeated
      this.order = isOver ? [] : this.gave
      this.gave = []
      this.place = 0
      this.round++
      return
    }
  }
}
