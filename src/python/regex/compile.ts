import { CharSet } from './char-classes.ts'
import type { Anchor, RegexNode, RegexPattern } from './pattern.ts'

/** Instructions of the matcher, each with the operands that follow it. */
export const Op = {
  /** code */
  char: 0,
  /** set */
  set: 1,
  /** place */
  at: 2,
  /** register */
  save: 3,
  /** address of the second choice */
  split: 4,
  /** address */
  jump: 5,
  /** set, min, max: a set that is repeated */
  greedyRun: 6,
  /** set, min, max */
  lazyRun: 7,
  /** set, min, max */
  possessiveRun: 8,
  /** register of count and last position, address of the loop's end */
  loop: 9,
  /** register, min, max, address of the body */
  greedyLoopEnd: 10,
  /** register, min, address of the body, address of what follows; a `lazyLoopMore` comes next */
  lazyLoopEnd: 11,
  /** register, max, address of the body */
  lazyLoopMore: 12,
  /** register, min, max, address of what follows; the body comes next */
  possessiveLoop: 13,
  /** register */
  fence: 14,
  /** register: forgets the choices since its fence */
  cut: 15,
  /** register, characters to go back */
  look: 16,
  /** register */
  lookEnd: 17,
  /** register, characters to go back, address of what follows */
  lookNot: 18,
  /** register */
  lookNotEnd: 19,
  /** register of the group */
  reference: 20,
  /** register of the group, 1 for ASCII */
  foldedReference: 21,
  /** register of the group, address where it took no part */
  condition: 22,
  match: 23,
} as const

/** Stands for a repeat without an upper bound. */
export const NO_MAX = -1
const LARGEST = 2 ** 31 - 1

export const PLACES: readonly Anchor[] = [
  'text-start',
  'line-start',
  'text-end',
  'last-line-end',
  'line-end',
  'word-edge',
  'ascii-word-edge',
  'no-word-edge',
  'no-ascii-word-edge',
]

export interface Program {
  code: Int32Array
  sets: CharSet[]
  /** Number of registers; the first two of each group are its start and end. */
  registers: number
  groups: number
  /** Sets of which one holds the first character of every match; undefined where that is not known. */
  firsts: CharSet[] | undefined
}

class Compiler {
  private readonly code: number[] = []
  private readonly sets: CharSet[] = []
  private readonly setNumbers = new Map<CharSet, number>()
  private registers: number
  private readonly pattern: RegexPattern

  constructor(pattern: RegexPattern) {
    this.pattern = pattern
    this.registers = pattern.groups * 2
  }

  compile(): Program {
    const { body, groups } = this.pattern
    this.sequence(body)
    this.code.push(Op.match)
    const first = firstOf(body)
    return {
      code: Int32Array.from(this.code),
      sets: this.sets,
      registers: this.registers,
      groups,
      firsts: first === undefined || first.optional ? undefined : first.sets,
    }
  }

  private newRegisters(count: number): number {
    this.registers += count
    return this.registers - count
  }

  private setNumber(set: CharSet): number {
    let number = this.setNumbers.get(set)
    if (number === undefined) {
      number = this.sets.push(set) - 1
      this.setNumbers.set(set, number)
    }
    return number
  }

  /** Emits an instruction; gives the index of its last operand, to be filled in. */
  private emit(...words: number[]): number {
    this.code.push(...words)
    return this.code.length - 1
  }

  private here(operand: number): void {
    this.code[operand] = this.code.length
  }

  private sequence(items: readonly RegexNode[]): void {
    for (const item of items) this.item(item)
  }

  private item(item: RegexNode): void {
    switch (item.kind) {
      case 'char':
        this.emit(Op.char, item.code)
        break
      case 'set':
        this.emit(Op.set, this.setNumber(item.set))
        break
      case 'at':
        this.emit(Op.at, PLACES.indexOf(item.place))
        break
      case 'group': {
        const register = item.index === undefined ? undefined : (item.index - 1) * 2
        if (register !== undefined) this.emit(Op.save, register)
        this.sequence(item.body)
        if (register !== undefined) this.emit(Op.save, register + 1)
        break
      }
      case 'branch':
        this.branch(item.options)
        break
      case 'repeat':
        this.repeat(item)
        break
      case 'atomic': {
        const register = this.newRegisters(1)
        this.emit(Op.fence, register)
        this.sequence(item.body)
        this.emit(Op.cut, register)
        break
      }
      case 'look': {
        const register = this.newRegisters(2)
        const after = item.negated
          ? this.emit(Op.lookNot, register, item.back, 0)
          : this.emit(Op.look, register, item.back)
        this.sequence(item.body)
        this.emit(item.negated ? Op.lookNotEnd : Op.lookEnd, register)
        if (item.negated) this.here(after)
        break
      }
      case 'reference': {
        const register = (item.group - 1) * 2
        if (item.ignoreCase) this.emit(Op.foldedReference, register, item.ascii ? 1 : 0)
        else this.emit(Op.reference, register)
        break
      }
      case 'condition': {
        const toNo = this.emit(Op.condition, (item.group - 1) * 2, 0)
        this.sequence(item.yes)
        const toEnd = this.emit(Op.jump, 0)
        this.here(toNo)
        this.sequence(item.no)
        this.here(toEnd)
        break
      }
    }
  }

  private branch(options: readonly RegexNode[][]): void {
    const toEnds: number[] = []
    options.forEach((option, i) => {
      const isLast = i === options.length - 1
      const toNext = isLast ? undefined : this.emit(Op.split, 0)
      this.sequence(option)
      if (!isLast) toEnds.push(this.emit(Op.jump, 0))
      if (toNext !== undefined) this.here(toNext)
    })
    for (const toEnd of toEnds) this.here(toEnd)
  }

  private repeat({ min: least, max: most, greed, body }: RegexNode & { kind: 'repeat' }): void {
    const min = Math.min(least, LARGEST)
    const max = most === Number.POSITIVE_INFINITY ? NO_MAX : Math.min(most, LARGEST)
    const [only] = body
    if (body.length === 1 && (only?.kind === 'set' || only?.kind === 'char')) {
      const op = { greedy: Op.greedyRun, lazy: Op.lazyRun, possessive: Op.possessiveRun }[greed]
      this.emit(op, this.setNumber(setOf(only)), min, max)
      return
    }
    const register = this.newRegisters(3)
    const toEnd = this.emit(Op.loop, register, 0)
    const start = this.code.length
    if (greed === 'possessive') {
      this.here(toEnd)
      const toExit = this.emit(Op.possessiveLoop, register, min, max, 0)
      this.sequence(body)
      this.emit(Op.cut, register + 2)
      this.emit(Op.jump, start)
      this.here(toExit)
      return
    }
    this.sequence(body)
    this.here(toEnd)
    if (greed === 'greedy') {
      this.emit(Op.greedyLoopEnd, register, min, max, start)
      return
    }
    const toExit = this.emit(Op.lazyLoopEnd, register, min, start, 0)
    this.emit(Op.lazyLoopMore, register, max, start)
    this.here(toExit)
  }
}

const setOf = (item: RegexNode & { kind: 'char' | 'set' }): CharSet =>
  item.kind === 'set' ? item.set : new CharSet({ ranges: [[item.code, item.code]] })

interface First {
  sets: CharSet[]
  /** Whether nothing at all may be matched. */
  optional: boolean
}

const MOST_FIRSTS = 64

/** Sets that the first character must be in; undefined where they cannot be told. */
function firstOf(items: readonly RegexNode[]): First | undefined {
  const sets: CharSet[] = []
  for (const item of items) {
    const first = firstOfItem(item)
    if (first === undefined) return undefined
    sets.push(...first.sets)
    if (sets.length > MOST_FIRSTS) return undefined
    if (!first.optional) return { sets, optional: false }
  }
  return { sets, optional: true }
}

function firstOfItem(item: RegexNode): First | undefined {
  switch (item.kind) {
    case 'char':
    case 'set':
      return { sets: [setOf(item)], optional: false }
    case 'at':
    case 'look':
      return { sets: [], optional: true }
    case 'group':
    case 'atomic':
      return firstOf(item.body)
    case 'repeat': {
      const first = firstOf(item.body)
      return first && { sets: first.sets, optional: first.optional || item.min === 0 }
    }
    case 'branch': {
      const firsts = item.options.map(firstOf)
      if (!firsts.every((first) => first !== undefined)) return undefined
      return { sets: firsts.flatMap(({ sets }) => sets), optional: firsts.some(({ optional }) => optional) }
    }
    default:
      return undefined
  }
}

/** Instructions for the matcher. */
export const compile = (pattern: RegexPattern): Program => new Compiler(pattern).compile()
