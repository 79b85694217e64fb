import type { CharSet } from './char-classes.ts'

/** A pattern that is not valid, and the position of the character that tells, in code points from 0. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

/** Places that `^`, `$`, `\A`, `\Z`, `\b` and `\B` stand for, flags taken into account. */
export type Anchor =
  | 'text-start'
  | 'line-start'
  | 'text-end'
  | 'last-line-end'
  | 'line-end'
  | 'word-edge'
  | 'ascii-word-edge'
  | 'no-word-edge'
  | 'no-ascii-word-edge'

export type Greed = 'greedy' | 'lazy' | 'possessive'

/** One item of a pattern. `max` is Infinity where a repeat has no upper bound. */
export type RegexNode =
  | { kind: 'char'; code: number }
  | { kind: 'set'; set: CharSet }
  | { kind: 'at'; place: Anchor }
  | { kind: 'group'; index: number | undefined; body: RegexNode[] }
  | { kind: 'branch'; options: RegexNode[][] }
  | { kind: 'repeat'; min: number; max: number; greed: Greed; body: RegexNode[] }
  | { kind: 'atomic'; body: RegexNode[] }
  | { kind: 'look'; negated: boolean; back: number; body: RegexNode[] }
  | { kind: 'reference'; group: number; ignoreCase: boolean; ascii: boolean }
  | { kind: 'condition'; group: number; yes: RegexNode[]; no: RegexNode[] }

export interface RegexPattern {
  body: RegexNode[]
  /** Number of capturing groups. */
  groups: number
}
