import { type CharSet, isWord, lowerCase } from './char-classes.ts'
import { NO_MAX, Op, PLACES, type Program } from './compile.ts'
import { LimitError } from './limit-error.ts'

const BASE_STEPS = 2_000_000
const STEPS_PER_CHARACTER = 50
const MOST_STEPS = 100_000_000
/** Most 32-bit words that the record of choices, or that of old values, may take. */
const MAX_RECORD = 2 ** 25

// What the fourth word of a choice says: nothing, or the least position of a greedy run, or, as -2 - position,
// the last position of a lazy run.
const PLAIN = -1
const CHOICE = 4
const NEWLINE = 10

const grown = (record: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
  if (record.length * 2 > MAX_RECORD) throw new LimitError('the pattern needs too much memory on this text')
  const longer = new Int32Array(record.length * 2)
  longer.set(record)
  return longer
}

/**
 * A backtracking matcher over code points. Backtracking needs no recursion: `choices` holds the ways that are
 * still open, `changes` the values that registers had before, to be put back on the way to an older choice.
 */
export class Matcher {
  private readonly program: Program
  private readonly text: Int32Array
  private readonly maxSteps: number
  private steps = 0
  private choices = new Int32Array(1024)
  private changes = new Int32Array(1024)
  private changed = 0
  readonly registers: Int32Array

  constructor(program: Program, text: Int32Array) {
    this.program = program
    this.text = text
    this.maxSteps = Math.min(BASE_STEPS + STEPS_PER_CHARACTER * text.length, MOST_STEPS)
    this.registers = new Int32Array(program.registers).fill(-1)
  }

  private set(register: number, value: number): void {
    if (this.changed + 2 > this.changes.length) this.changes = grown(this.changes)
    this.changes[this.changed] = register
    this.changes[this.changed + 1] = this.registers[register] as number
    this.changed += 2
    this.registers[register] = value
  }

  private undo(to: number): void {
    const { changes, registers } = this
    let { changed } = this
    while (changed > to) {
      changed -= 2
      registers[changes[changed] as number] = changes[changed + 1] as number
    }
    this.changed = changed
  }

  private refuse(): never {
    throw new LimitError(`the pattern needs more than ${this.maxSteps} steps on this text`)
  }

  private isAt(place: number, position: number): boolean {
    const { text } = this
    const end = text.length
    switch (PLACES[place]) {
      case 'text-start':
        return position === 0
      case 'line-start':
        return position === 0 || text[position - 1] === NEWLINE
      case 'text-end':
        return position === end
      case 'last-line-end':
        return position === end || (position === end - 1 && text[position] === NEWLINE)
      case 'line-end':
        return position === end || text[position] === NEWLINE
      case 'word-edge':
        return this.isEdge(position, false)
      case 'ascii-word-edge':
        return this.isEdge(position, true)
      // Python finds neither \b nor \B in an empty text.
      case 'no-word-edge':
        return end > 0 && !this.isEdge(position, false)
      default:
        return end > 0 && !this.isEdge(position, true)
    }
  }

  private isEdge(position: number, ascii: boolean): boolean {
    const { text } = this
    const before = position > 0 && isWord(text[position - 1] as number, ascii)
    const after = position < text.length && isWord(text[position] as number, ascii)
    return before !== after
  }

  /** Whether a group took part, by the register of its start. */
  private isSet(register: number): boolean {
    const start = this.registers[register] as number
    const end = this.registers[register + 1] as number
    return start >= 0 && end >= start
  }

  /** Position after what a group matched, if it stands at the position; else -1. */
  private afterReference(register: number, position: number, fold: (code: number) => number): number {
    if (!this.isSet(register)) return -1
    const { text } = this
    const start = this.registers[register] as number
    const size = (this.registers[register + 1] as number) - start
    if (position + size > text.length) return -1
    for (let i = 0; i < size; i++) {
      const a = text[start + i] as number
      const b = text[position + i] as number
      this.steps++
      if (a !== b && fold(a) !== fold(b)) return -1
    }
    return position + size
  }

  private readonly firstLatin = new Uint8Array(256)

  /** First position from which a match may begin; beyond the end if there is none. */
  nextStart(from: number): number {
    const { text } = this
    const { firsts } = this.program
    if (firsts === undefined) return from
    const latin = this.firstLatin
    let position = from
    for (; position < text.length; position++) {
      const code = text[position] as number
      if (code < 256) {
        const known = latin[code]
        if (known === 2) break
        if (known === 1) continue
      }
      const found = firsts.some((set) => set.has(code))
      if (code < 256) latin[code] = found ? 2 : 1
      if (found) break
      if (code >= 256) this.steps += firsts.length
    }
    this.steps += position - from
    return position < text.length ? position : text.length + 1
  }

  /** End of the match that begins at a position; -1 if there is none. Registers hold the groups' bounds. */
  matchAt(start: number, mustAdvance: boolean): number {
    const { text, maxSteps, registers } = this
    const { code, sets } = this.program
    const end = text.length
    this.undo(0)
    let { choices } = this
    let top = 0
    let pc = 0
    let position = start

    const push = (address: number, at: number, extra: number): void => {
      if (top + CHOICE > choices.length) {
        choices = grown(choices)
        this.choices = choices
      }
      choices[top] = address
      choices[top + 1] = at
      choices[top + 2] = this.changed
      choices[top + 3] = extra
      top += CHOICE
    }

    for (;;) {
      if (++this.steps > maxSteps) this.refuse()
      let alive = true
      const a = code[pc + 1] as number
      const b = code[pc + 2] as number
      const c = code[pc + 3] as number
      switch (code[pc]) {
        case Op.char:
          if (position < end && text[position] === a) {
            position++
            pc += 2
          } else alive = false
          break
        case Op.set:
          if (position < end && (sets[a] as CharSet).has(text[position] as number)) {
            position++
            pc += 2
          } else alive = false
          break
        case Op.at:
          alive = this.isAt(a, position)
          pc += 2
          break
        case Op.save:
          this.set(a, position)
          pc += 2
          break
        case Op.split:
          push(a, position, PLAIN)
          pc += 2
          break
        case Op.jump:
          pc = a
          break
        case Op.greedyRun:
        case Op.possessiveRun: {
          const set = sets[a] as CharSet
          const least = position + b
          const limit = c === NO_MAX || c > end - position ? end : position + c
          const from = position
          while (position < limit && set.has(text[position] as number)) position++
          this.steps += position - from
          if (position < least) alive = false
          else if (position > least && code[pc] === Op.greedyRun) push(pc + 4, position - 1, least)
          pc += 4
          break
        }
        case Op.lazyRun: {
          const set = sets[a] as CharSet
          const least = position + b
          const limit = c === NO_MAX || c > end - position ? end : position + c
          if (least > end) {
            alive = false
            break
          }
          this.steps += b
          while (position < least && set.has(text[position] as number)) position++
          if (position < least) alive = false
          else {
            push(pc, position, -2 - limit)
            pc += 4
          }
          break
        }
        case Op.loop:
          this.set(a, -1)
          this.set(a + 1, -1)
          pc = b
          break
        case Op.greedyLoopEnd: {
          const count = (registers[a] as number) + 1
          if (count < b) {
            this.set(a, count)
            pc = code[pc + 4] as number
          } else if ((c === NO_MAX || count < c) && position !== registers[a + 1]) {
            push(pc + 5, position, PLAIN)
            this.set(a, count)
            this.set(a + 1, position)
            pc = code[pc + 4] as number
          } else pc += 5
          break
        }
        case Op.lazyLoopEnd: {
          const count = (registers[a] as number) + 1
          if (count < b) {
            this.set(a, count)
            pc = c
          } else {
            push(pc + 5, position, PLAIN)
            pc = code[pc + 4] as number
          }
          break
        }
        case Op.lazyLoopMore: {
          const count = (registers[a] as number) + 1
          if ((b !== NO_MAX && count >= b) || position === registers[a + 1]) alive = false
          else {
            this.set(a, count)
            this.set(a + 1, position)
            pc = c
          }
          break
        }
        case Op.possessiveLoop: {
          const count = (registers[a] as number) + 1
          const exit = code[pc + 4] as number
          if (count < b) {
            this.set(a + 2, top)
            this.set(a, count)
            pc += 5
          } else if ((c === NO_MAX || count < c) && position !== registers[a + 1]) {
            this.set(a + 2, top)
            push(exit, position, PLAIN)
            this.set(a, count)
            this.set(a + 1, position)
            pc += 5
          } else pc = exit
          break
        }
        case Op.fence:
          this.set(a, top)
          pc += 2
          break
        case Op.cut:
          top = registers[a] as number
          pc += 2
          break
        case Op.look:
          if (position < b) alive = false
          else {
            this.set(a, top)
            this.set(a + 1, position)
            position -= b
            pc += 3
          }
          break
        case Op.lookEnd:
          top = registers[a] as number
          position = registers[a + 1] as number
          pc += 2
          break
        case Op.lookNot:
          if (position < b) pc = c
          else {
            this.set(a, top)
            push(c, position, PLAIN)
            position -= b
            pc += 4
          }
          break
        case Op.lookNotEnd:
          top = registers[a] as number
          alive = false
          break
        case Op.reference:
          position = this.afterReference(a, position, (point) => point)
          alive = position >= 0
          pc += 2
          break
        case Op.foldedReference:
          position = this.afterReference(a, position, (point) => lowerCase(point, b === 1))
          alive = position >= 0
          pc += 3
          break
        case Op.condition:
          pc = this.isSet(a) ? pc + 3 : b
          break
        default:
          if (!mustAdvance || position > start) return position
          alive = false
      }
      while (!alive) {
        if (top === 0) return -1
        this.steps++
        const choice = top - CHOICE
        const extra = choices[choice + 3] as number
        this.undo(choices[choice + 2] as number)
        pc = choices[choice] as number
        position = choices[choice + 1] as number
        alive = true
        if (extra === PLAIN) top = choice
        else if (extra >= 0) {
          // A character that must follow the run rules most of its positions out.
          if (code[pc] === Op.char) {
            const wanted = code[pc + 1]
            const from = position
            while (position >= extra && text[position] !== wanted) position--
            this.steps += from - position
          }
          alive = position >= extra
          if (position > extra) choices[choice + 1] = position - 1
          else top = choice
        } else {
          const limit = -2 - extra
          const { [code[pc + 1] as number]: set } = sets
          alive = position < limit && (set as CharSet).has(text[position] as number)
          if (alive) {
            position++
            choices[choice + 1] = position
            pc += 4
          } else top = choice
        }
      }
    }
  }
}
