import { CharSet, type CodeRange, DIGITS, type Kind, SPACES, WORDS } from './char-classes.ts'

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

const IGNORE_CASE = 1
const MULTILINE = 2
const DOT_ALL = 4
const VERBOSE = 8
const ASCII = 16
const UNICODE = 32
const FLAGS = new Map([
  ['i', IGNORE_CASE],
  ['m', MULTILINE],
  ['s', DOT_ALL],
  ['x', VERBOSE],
  ['a', ASCII],
  ['u', UNICODE],
])
const ENCODINGS = ASCII | UNICODE

const MAX_REPEAT = 2 ** 32 - 1
const DEEPEST = 200

const SIMPLE_ESCAPES = new Map([
  ['a', 7],
  ['b', 8],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
  ['\\', 92],
])
const KINDS = new Map<string, Kind>([
  ['d', { bit: DIGITS, negated: false }],
  ['D', { bit: DIGITS, negated: true }],
  ['s', { bit: SPACES, negated: false }],
  ['S', { bit: SPACES, negated: true }],
  ['w', { bit: WORDS, negated: false }],
  ['W', { bit: WORDS, negated: true }],
])
const HEX_LENGTHS = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])

const isIn = (char: string | undefined, set: string): boolean => char !== undefined && set.includes(char)
const isDigit = (char: string | undefined): boolean => isIn(char, '0123456789')
const isOctal = (char: string | undefined): boolean => isIn(char, '01234567')
const isHex = (char: string | undefined): boolean => isIn(char, '0123456789abcdefABCDEF')
const isAsciiLetter = (char: string): boolean => /^[a-z]$/i.test(char)
const isName = (text: string): boolean => /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(text)

/** Least and greatest number of characters that something matches. */
type Width = readonly [least: number, most: number]

class Parser {
  private readonly chars: readonly string[]
  /** The next token, a backslash together with what it escapes, and its position. */
  private next: string | undefined
  private position = 0
  private flags = 0
  private depth = 0
  /** By group number; undefined while the group is open. */
  private readonly groupWidths: (Width | undefined)[] = [undefined]
  private readonly names = new Map<string, number>()
  private readonly conditions: { group: number; position: number }[] = []
  /** Number of groups where the outermost look-behind began that is being read. */
  private lookBehindFrom: number | undefined
  private readonly widths = new WeakMap<readonly RegexNode[], Width>()

  constructor(pattern: string) {
    this.chars = Array.from(pattern)
    this.seek(0)
  }

  parse(): RegexPattern {
    const body = this.alternatives(0, true)
    if (this.next !== undefined) throw this.error('a closing parenthesis has no opening one', this.position)
    const groups = this.groupWidths.length - 1
    const unknown = this.conditions.find(({ group }) => group > groups)
    if (unknown !== undefined) throw this.error(`there is no group ${unknown.group}`, unknown.position)
    return { body, groups }
  }

  private error(message: string, position: number): PatternError {
    return new PatternError(message, position)
  }

  private seek(position: number): void {
    this.position = position
    this.next = this.chars[position]
    if (this.next !== '\\') return
    const escaped = this.chars[position + 1]
    if (escaped === undefined) throw this.error('a backslash at the end escapes nothing', position)
    this.next += escaped
  }

  private take(): string | undefined {
    const taken = this.next
    if (taken !== undefined) this.seek(this.position + (taken[0] === '\\' ? 2 : 1))
    return taken
  }

  private takes(token: string): boolean {
    if (this.next !== token) return false
    this.take()
    return true
  }

  private takeWhile(most: number, accepts: (char: string | undefined) => boolean): string {
    let taken = ''
    while (taken.length < most && accepts(this.next)) taken += this.take()
    return taken
  }

  /** Text up to the terminator, which is taken too. */
  private takeUntil(terminator: string, what: string): string {
    const from = this.position
    let taken = ''
    for (;;) {
      const token = this.take()
      if (token === undefined) throw this.error(`${what} lacks its ${terminator}`, from)
      if (token === terminator) break
      taken += token
    }
    if (taken === '') throw this.error(`${what} is missing`, from)
    return taken
  }

  private alternatives(flags: number, isTop = false): RegexNode[] {
    const from = this.position
    if (++this.depth > DEEPEST) throw this.error(`groups are nested deeper than ${DEEPEST} levels`, from)
    const options = [this.sequence(flags, isTop)]
    while (this.takes('|')) options.push(this.sequence(isTop ? this.flags : flags))
    this.depth--
    return options.length === 1 ? (options[0] as RegexNode[]) : [{ kind: 'branch', options }]
  }

  private sequence(given: number, mayStartWithFlags = false): RegexNode[] {
    let flags = given
    const items: RegexNode[] = []
    while (this.next !== undefined && this.next !== '|' && this.next !== ')') {
      const from = this.position
      const token = this.take() as string
      if (flags & VERBOSE) {
        if (' \t\n\r\v\f'.includes(token)) continue
        if (token === '#') {
          while (this.next !== undefined && this.next !== '\n') this.take()
          continue
        }
      }
      if (token[0] === '\\') items.push(this.escape(token, from, flags))
      else if (token === '[') items.push(this.set(from, flags))
      else if (token === '.') items.push({ kind: 'set', set: flags & DOT_ALL ? ANYTHING : NO_NEWLINE })
      else if (token === '^') {
        items.push({ kind: 'at', place: flags & MULTILINE ? 'line-start' : 'text-start' })
      } else if (token === '$') {
        items.push({ kind: 'at', place: flags & MULTILINE ? 'line-end' : 'last-line-end' })
      } else if (token === '(') {
        const item = this.group(from, flags, mayStartWithFlags && items.length === 0)
        if (item === 'flags') flags = this.flags
        else if (item !== 'comment') items.push(item)
      } else if ('*+?{'.includes(token)) this.repeat(token, from, items, flags)
      else items.push(literal(token.codePointAt(0) as number, flags))
    }
    return items
  }

  private repeat(token: string, from: number, items: RegexNode[], flags: number): void {
    const bounds = this.bounds(token, from)
    if (bounds === undefined) {
      items.push(literal(token.codePointAt(0) as number, flags))
      return
    }
    const item = items.at(-1)
    if (item === undefined || item.kind === 'at') throw this.error(`${token} has nothing to repeat`, from)
    if (item.kind === 'repeat') throw this.error('a repeat cannot be repeated without a group', from)
    const greed = this.takes('?') ? 'lazy' : this.takes('+') ? 'possessive' : 'greedy'
    const body = item.kind === 'group' && item.index === undefined ? item.body : [item]
    items[items.length - 1] = { kind: 'repeat', ...bounds, greed, body }
  }

  /** Bounds of a quantifier; undefined for a brace that is none. */
  private bounds(token: string, from: number): { min: number; max: number } | undefined {
    if (token === '?') return { min: 0, max: 1 }
    if (token === '*') return { min: 0, max: Number.POSITIVE_INFINITY }
    if (token === '+') return { min: 1, max: Number.POSITIVE_INFINITY }
    if (this.next === '}') return undefined
    const low = this.takeWhile(this.chars.length, isDigit)
    const high = this.takes(',') ? this.takeWhile(this.chars.length, isDigit) : low
    if (!this.takes('}')) {
      this.seek(from + 1)
      return undefined
    }
    const min = low === '' ? 0 : Number(low)
    const max = high === '' ? Number.POSITIVE_INFINITY : Number(high)
    if (min >= MAX_REPEAT || (high !== '' && max >= MAX_REPEAT)) {
      throw this.error(`a repeat count is beyond ${MAX_REPEAT - 1}`, from)
    }
    if (max < min) throw this.error('the least repeat count is greater than the greatest', from)
    return { min, max }
  }

  /** Code of a numeric escape: `\x41`, `\u0041`, `\U00000041`. Undefined for other escapes. */
  private hexEscape(letter: string, from: number): number | undefined {
    const size = HEX_LENGTHS.get(letter)
    if (size === undefined) {
      if (letter === 'N') throw this.error('characters by name (\\N{...}) are not supported', from)
      return undefined
    }
    const digits = this.takeWhile(size, isHex)
    if (digits.length < size) throw this.error(`\\${letter} needs ${size} hexadecimal digits`, from)
    const code = Number.parseInt(digits, 16)
    if (code > 0x10ffff) throw this.error('the code is beyond the last character, 10FFFF', from)
    return code
  }

  private octal(digits: string, from: number): number {
    const code = Number.parseInt(digits, 8)
    if (code > 0o377) throw this.error(`the octal escape \\${digits} is beyond \\377`, from)
    return code
  }

  private escape(token: string, from: number, flags: number): RegexNode {
    const letter = token.slice(1)
    const kind = KINDS.get(letter)
    if (kind !== undefined) return { kind: 'set', set: new CharSet({ kinds: [kind], ...setFlags(flags) }) }
    if (letter === 'A') return { kind: 'at', place: 'text-start' }
    if (letter === 'Z') return { kind: 'at', place: 'text-end' }
    if (letter === 'b') return { kind: 'at', place: flags & ASCII ? 'ascii-word-edge' : 'word-edge' }
    if (letter === 'B') return { kind: 'at', place: flags & ASCII ? 'no-ascii-word-edge' : 'no-word-edge' }
    const code = SIMPLE_ESCAPES.get(letter) ?? this.hexEscape(letter, from)
    if (code !== undefined) return literal(code, flags)
    if (letter === '0') {
      return literal(Number.parseInt(letter + this.takeWhile(2, isOctal), 8), flags)
    }
    if (isDigit(letter)) return this.numberEscape(letter, from, flags)
    if (isAsciiLetter(letter)) throw this.error(`unknown escape ${token}`, from)
    return literal(letter.codePointAt(0) as number, flags)
  }

  /** A reference to a group, or three octal digits. */
  private numberEscape(first: string, from: number, flags: number): RegexNode {
    let digits = first
    if (isDigit(this.next)) {
      digits += this.take()
      if (isOctal(first) && isOctal(digits[1]) && isOctal(this.next)) {
        return literal(this.octal(digits + this.take(), from), flags)
      }
    }
    return this.reference(Number(digits), from, flags)
  }

  private reference(group: number, from: number, flags: number): RegexNode {
    if (group >= this.groupWidths.length) throw this.error(`there is no group ${group}`, from)
    if (this.groupWidths[group] === undefined) throw this.error(`group ${group} is still open`, from)
    this.checkLookBehind(group, from)
    return { kind: 'reference', group, ignoreCase: (flags & IGNORE_CASE) !== 0, ascii: (flags & ASCII) !== 0 }
  }

  private checkLookBehind(group: number, from: number): void {
    if (this.lookBehindFrom === undefined) return
    if (this.groupWidths[group] === undefined) throw this.error(`group ${group} is still open`, from)
    if (group >= this.lookBehindFrom) {
      throw this.error(`group ${group} is defined in the same look-behind`, from)
    }
  }

  /** One end of a range within square brackets, or a class such as `\d`. */
  private setMember(token: string, from: number): number | Kind {
    if (token[0] !== '\\') return token.codePointAt(0) as number
    const letter = token.slice(1)
    const known = SIMPLE_ESCAPES.get(letter) ?? KINDS.get(letter) ?? this.hexEscape(letter, from)
    if (known !== undefined) return known
    if (isOctal(letter)) return this.octal(letter + this.takeWhile(2, isOctal), from)
    if (isDigit(letter) || isAsciiLetter(letter)) throw this.error(`unknown escape ${token}`, from)
    return letter.codePointAt(0) as number
  }

  private set(from: number, flags: number): RegexNode {
    const ranges: CodeRange[] = []
    const kinds: Kind[] = []
    const add = (member: number | Kind): void => {
      if (typeof member === 'number') ranges.push([member, member])
      else kinds.push(member)
    }
    const takeMember = (): { token: string; at: number } => {
      const at = this.position
      const token = this.take()
      if (token === undefined) throw this.error('a set of characters lacks its ]', from)
      return { token, at }
    }
    const negated = this.takes('^')
    for (;;) {
      const { token, at } = takeMember()
      if (token === ']' && ranges.length + kinds.length > 0) break
      const low = this.setMember(token, at)
      if (!this.takes('-')) {
        add(low)
        continue
      }
      const upper = takeMember()
      if (upper.token === ']') {
        add(low)
        add(0x2d)
        break
      }
      const high = this.setMember(upper.token, upper.at)
      if (typeof low !== 'number' || typeof high !== 'number' || high < low) {
        throw this.error(`${token}-${upper.token} is not a range of characters`, at)
      }
      ranges.push([low, high])
    }
    return { kind: 'set', set: new CharSet({ negated, ranges, kinds, ...setFlags(flags) }) }
  }

  private close(from: number): void {
    if (!this.takes(')')) throw this.error('an opening parenthesis has no closing one', from)
  }

  /** What follows an opening parenthesis. */
  private group(from: number, flags: number, mayBeFlags: boolean): RegexNode | 'flags' | 'comment' {
    if (!this.takes('?')) return this.capture(from, flags)
    const token = this.take()
    switch (token) {
      case undefined:
        throw this.error('the pattern ends within (?', from)
      case 'P':
        return this.named(from, flags)
      case ':':
        return this.plain(from, flags)
      case '>': {
        const body = this.alternatives(flags)
        this.close(from)
        return { kind: 'atomic', body }
      }
      case '#':
        while (this.next !== undefined && this.next !== ')') this.take()
        this.close(from)
        return 'comment'
      case '=':
      case '!':
        return this.look(from, flags, token, false)
      case '<': {
        const sign = this.take()
        if (sign !== '=' && sign !== '!') throw this.error('(?< must go on with = or !', from)
        return this.look(from, flags, sign, true)
      }
      case '(':
        return this.condition(from, flags)
      default:
        return this.flagGroup(token, from, flags, mayBeFlags)
    }
  }

  private plain(from: number, flags: number): RegexNode {
    const body = this.alternatives(flags)
    this.close(from)
    return { kind: 'group', index: undefined, body }
  }

  private capture(from: number, flags: number): RegexNode {
    const index = this.groupWidths.push(undefined) - 1
    const body = this.alternatives(flags)
    this.close(from)
    this.groupWidths[index] = this.widthOf(body)
    return { kind: 'group', index, body }
  }

  private named(from: number, flags: number): RegexNode {
    if (this.takes('<')) {
      const name = this.name('>', from)
      if (this.names.has(name)) throw this.error(`there are two groups named ${name}`, from)
      this.names.set(name, this.groupWidths.length)
      return this.capture(from, flags)
    }
    if (this.takes('=')) return this.reference(this.groupNamed(this.name(')', from), from), from, flags)
    throw this.error('(?P must go on with < or =', from)
  }

  private name(terminator: string, from: number): string {
    const name = this.takeUntil(terminator, 'the name of a group')
    if (!isName(name)) throw this.error(`${JSON.stringify(name)} is no name for a group`, from)
    return name
  }

  private groupNamed(name: string, from: number): number {
    const group = this.names.get(name)
    if (group === undefined) throw this.error(`there is no group named ${name}`, from)
    return group
  }

  private look(from: number, flags: number, sign: string, behind: boolean): RegexNode {
    const outer = this.lookBehindFrom
    if (behind) this.lookBehindFrom ??= this.groupWidths.length
    const body = this.alternatives(flags)
    this.lookBehindFrom = outer
    this.close(from)
    const negated = sign === '!'
    if (!behind) return { kind: 'look', negated, back: 0, body }
    const [least, most] = this.widthOf(body)
    if (least !== most || least > MAX_REPEAT) {
      throw this.error('a look-behind must match a fixed number of characters', from)
    }
    return { kind: 'look', negated, back: least, body }
  }

  private condition(from: number, flags: number): RegexNode {
    const name = this.takeUntil(')', 'the group of a condition')
    let group: number
    if (/^[0-9]+$/.test(name)) {
      group = Number(name)
      if (group === 0) throw this.error('groups are counted from 1', from)
      this.conditions.push({ group, position: from })
    } else {
      if (!isName(name)) throw this.error(`${JSON.stringify(name)} is no name for a group`, from)
      group = this.groupNamed(name, from)
    }
    this.checkLookBehind(group, from)
    if (++this.depth > DEEPEST) throw this.error(`groups are nested deeper than ${DEEPEST} levels`, from)
    const yes = this.sequence(flags)
    const no = this.takes('|') ? this.sequence(flags) : []
    this.depth--
    if (this.next === '|') throw this.error('a condition has more than two branches', from)
    this.close(from)
    return { kind: 'condition', group, yes, no }
  }

  /** `(?i)` for the whole pattern, or `(?i-s:...)` for what stands in it. */
  private flagGroup(first: string, from: number, flags: number, mayBeFlags: boolean): RegexNode | 'flags' {
    let token: string | undefined = first
    let added = 0
    let removed = 0
    if (!FLAGS.has(first) && first !== '-') throw this.error(`(?${first} is not known`, from)
    for (; token !== undefined && FLAGS.has(token); token = this.take()) {
      added |= FLAGS.get(token) as number
      if ((added & ENCODINGS) === ENCODINGS) throw this.error('the flags a and u exclude each other', from)
    }
    if (token === ')') {
      this.flags |= added
      if ((this.flags & ENCODINGS) === ENCODINGS) {
        throw this.error('the flags a and u exclude each other', from)
      }
      if (!mayBeFlags) throw this.error('flags for all of the pattern must stand at its start', from)
      return 'flags'
    }
    if (token === '-') {
      token = this.take()
      if (token === undefined || !FLAGS.has(token)) throw this.error('a flag must follow the -', from)
      for (; token !== undefined && FLAGS.has(token); token = this.take()) {
        removed |= FLAGS.get(token) as number
      }
    }
    if (token !== ':') throw this.error('flags must end with : or )', from)
    if (removed & ENCODINGS) throw this.error('the flags a and u cannot be turned off', from)
    if (added & removed) throw this.error('a flag is turned on and off', from)
    const kept = added & ENCODINGS ? flags & ~ENCODINGS : flags
    const body = this.alternatives((kept | added) & ~removed)
    this.close(from)
    return { kind: 'group', index: undefined, body }
  }

  private widthOf(items: readonly RegexNode[]): Width {
    const known = this.widths.get(items)
    if (known !== undefined) return known
    let least = 0
    let most = 0
    for (const item of items) {
      const [low, high] = this.widthOfItem(item)
      least += low
      most += high
    }
    this.widths.set(items, [least, most])
    return [least, most]
  }

  private widthOfItem(item: RegexNode): Width {
    switch (item.kind) {
      case 'char':
      case 'set':
        return [1, 1]
      case 'at':
      case 'look':
        return [0, 0]
      case 'group':
      case 'atomic':
        return this.widthOf(item.body)
      case 'repeat': {
        const [least, most] = this.widthOf(item.body)
        return [least * item.min, most === 0 || item.max === 0 ? 0 : most * item.max]
      }
      case 'reference':
        return this.groupWidths[item.group] as Width
      case 'branch':
        return widest(item.options.map((option) => this.widthOf(option)))
      case 'condition':
        return widest([this.widthOf(item.yes), this.widthOf(item.no)])
    }
  }
}

const widest = (widths: readonly Width[]): Width => [
  Math.min(...widths.map(([least]) => least)),
  Math.max(...widths.map(([, most]) => most)),
]

const ANYTHING = new CharSet({ negated: true })
const NO_NEWLINE = new CharSet({ negated: true, ranges: [[10, 10]] })

const setFlags = (flags: number): { ignoreCase: boolean; ascii: boolean } => ({
  ignoreCase: (flags & IGNORE_CASE) !== 0,
  ascii: (flags & ASCII) !== 0,
})

const literal = (code: number, flags: number): RegexNode =>
  flags & IGNORE_CASE
    ? { kind: 'set', set: new CharSet({ ranges: [[code, code]], ...setFlags(flags) }) }
    : { kind: 'char', code }

/**
 * Reads a pattern of Python's `re` dialect.
 *
 * @throws {PatternError} where Python refuses the pattern too, and for names of characters (`\N{...}`).
 */
export const parsePattern = (pattern: string): RegexPattern => new Parser(pattern).parse()
