import { CharSet, type CodeRange, type Kind } from './char-classes.ts'
import {
  HEX_LENGTHS,
  isAsciiLetter,
  isDigit,
  isHex,
  isName,
  isOctal,
  KINDS,
  SIMPLE_ESCAPES,
} from './escapes.ts'
import { ASCII, DOT_ALL, ENCODINGS, FLAGS, IGNORE_CASE, MULTILINE, setFlags, VERBOSE } from './flags.ts'
import type { RegexNode, RegexPattern } from './pattern.ts'
import { PatternTokens } from './pattern-tokens.ts'
import { Widths } from './width.ts'

const MAX_REPEAT = 2 ** 32 - 1
const DEEPEST = 200

class Parser {
  private readonly tokens: PatternTokens
  private flags = 0
  private depth = 0
  private readonly widths = new Widths()
  private readonly names = new Map<string, number>()
  private readonly conditions: { group: number; position: number }[] = []
  /** Number of groups where the outermost look-behind began that is being read. */
  private lookBehindFrom: number | undefined

  constructor(pattern: string) {
    this.tokens = new PatternTokens(pattern)
  }

  parse(): RegexPattern {
    const body = this.alternatives(0, true)
    if (this.tokens.next !== undefined)
      throw this.tokens.error('a closing parenthesis has no opening one', this.tokens.position)
    const groups = this.widths.groups.length - 1
    const unknown = this.conditions.find(({ group }) => group > groups)
    if (unknown !== undefined) throw this.tokens.error(`there is no group ${unknown.group}`, unknown.position)
    return { body, groups }
  }

  private alternatives(flags: number, isTop = false): RegexNode[] {
    const from = this.tokens.position
    if (++this.depth > DEEPEST)
      throw this.tokens.error(`groups are nested deeper than ${DEEPEST} levels`, from)
    const options = [this.sequence(flags, isTop)]
    while (this.tokens.takes('|')) options.push(this.sequence(isTop ? this.flags : flags))
    this.depth--
    return options.length === 1 ? (options[0] as RegexNode[]) : [{ kind: 'branch', options }]
  }

  private sequence(given: number, mayStartWithFlags = false): RegexNode[] {
    let flags = given
    const items: RegexNode[] = []
    while (this.tokens.next !== undefined && this.tokens.next !== '|' && this.tokens.next !== ')') {
      const from = this.tokens.position
      const token = this.tokens.take() as string
      if (flags & VERBOSE) {
        if (' \t\n\r\v\f'.includes(token)) continue
        if (token === '#') {
          while (this.tokens.next !== undefined && this.tokens.next !== '\n') this.tokens.take()
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
    if (item === undefined || item.kind === 'at')
      throw this.tokens.error(`${token} has nothing to repeat`, from)
    if (item.kind === 'repeat') throw this.tokens.error('a repeat cannot be repeated without a group', from)
    const greed = this.tokens.takes('?') ? 'lazy' : this.tokens.takes('+') ? 'possessive' : 'greedy'
    const body = item.kind === 'group' && item.index === undefined ? item.body : [item]
    items[items.length - 1] = { kind: 'repeat', ...bounds, greed, body }
  }

  /** Bounds of a quantifier; undefined for a brace that is none. */
  private bounds(token: string, from: number): { min: number; max: number } | undefined {
    if (token === '?') return { min: 0, max: 1 }
    if (token === '*') return { min: 0, max: Number.POSITIVE_INFINITY }
    if (token === '+') return { min: 1, max: Number.POSITIVE_INFINITY }
    if (this.tokens.next === '}') return undefined
    const low = this.tokens.takeWhile(Number.POSITIVE_INFINITY, isDigit)
    const high = this.tokens.takes(',') ? this.tokens.takeWhile(Number.POSITIVE_INFINITY, isDigit) : low
    if (!this.tokens.takes('}')) {
      this.tokens.seek(from + 1)
      return undefined
    }
    const min = low === '' ? 0 : Number(low)
    const max = high === '' ? Number.POSITIVE_INFINITY : Number(high)
    if (min >= MAX_REPEAT || (high !== '' && max >= MAX_REPEAT)) {
      throw this.tokens.error(`a repeat count is beyond ${MAX_REPEAT - 1}`, from)
    }
    if (max < min) throw this.tokens.error('the least repeat count is greater than the greatest', from)
    return { min, max }
  }

  /** Code of a numeric escape: `\x41`, `\u0041`, `\U00000041`. Undefined for other escapes. */
  private hexEscape(letter: string, from: number): number | undefined {
    const size = HEX_LENGTHS.get(letter)
    if (size === undefined) {
      if (letter === 'N') throw this.tokens.error('characters by name (\\N{...}) are not supported', from)
      return undefined
    }
    const digits = this.tokens.takeWhile(size, isHex)
    if (digits.length < size) throw this.tokens.error(`\\${letter} needs ${size} hexadecimal digits`, from)
    const code = Number.parseInt(digits, 16)
    if (code > 0x10ffff) throw this.tokens.error('the code is beyond the last character, 10FFFF', from)
    return code
  }

  private octal(digits: string, from: number): number {
    const code = Number.parseInt(digits, 8)
    if (code > 0o377) throw this.tokens.error(`the octal escape \\${digits} is beyond \\377`, from)
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
      return literal(Number.parseInt(letter + this.tokens.takeWhile(2, isOctal), 8), flags)
    }
    if (isDigit(letter)) return this.numberEscape(letter, from, flags)
    if (isAsciiLetter(letter)) throw this.tokens.error(`unknown escape ${token}`, from)
    return literal(letter.codePointAt(0) as number, flags)
  }

  /** A reference to a group, or three octal digits. */
  private numberEscape(first: string, from: number, flags: number): RegexNode {
    let digits = first
    if (isDigit(this.tokens.next)) {
      digits += this.tokens.take()
      if (isOctal(first) && isOctal(digits[1]) && isOctal(this.tokens.next)) {
        return literal(this.octal(digits + this.tokens.take(), from), flags)
      }
    }
    return this.reference(Number(digits), from, flags)
  }

  private reference(group: number, from: number, flags: number): RegexNode {
    if (group >= this.widths.groups.length) throw this.tokens.error(`there is no group ${group}`, from)
    if (this.widths.groups[group] === undefined) throw this.tokens.error(`group ${group} is still open`, from)
    this.checkLookBehind(group, from)
    return { kind: 'reference', group, ignoreCase: (flags & IGNORE_CASE) !== 0, ascii: (flags & ASCII) !== 0 }
  }

  private checkLookBehind(group: number, from: number): void {
    if (this.lookBehindFrom === undefined) return
    if (this.widths.groups[group] === undefined) throw this.tokens.error(`group ${group} is still open`, from)
    if (group >= this.lookBehindFrom) {
      throw this.tokens.error(`group ${group} is defined in the same look-behind`, from)
    }
  }

  /** One end of a range within square brackets, or a class such as `\d`. */
  private setMember(token: string, from: number): number | Kind {
    if (token[0] !== '\\') return token.codePointAt(0) as number
    const letter = token.slice(1)
    const known = SIMPLE_ESCAPES.get(letter) ?? KINDS.get(letter) ?? this.hexEscape(letter, from)
    if (known !== undefined) return known
    if (isOctal(letter)) return this.octal(letter + this.tokens.takeWhile(2, isOctal), from)
    if (isDigit(letter) || isAsciiLetter(letter)) throw this.tokens.error(`unknown escape ${token}`, from)
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
      const at = this.tokens.position
      const token = this.tokens.take()
      if (token === undefined) throw this.tokens.error('a set of characters lacks its ]', from)
      return { token, at }
    }
    const negated = this.tokens.takes('^')
    for (;;) {
      const { token, at } = takeMember()
      if (token === ']' && ranges.length + kinds.length > 0) break
      const low = this.setMember(token, at)
      if (!this.tokens.takes('-')) {
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
        throw this.tokens.error(`${token}-${upper.token} is not a range of characters`, at)
      }
      ranges.push([low, high])
    }
    return { kind: 'set', set: new CharSet({ negated, ranges, kinds, ...setFlags(flags) }) }
  }

  private close(from: number): void {
    if (!this.tokens.takes(')')) throw this.tokens.error('an opening parenthesis has no closing one', from)
  }

  /** What follows an opening parenthesis. */
  private group(from: number, flags: number, mayBeFlags: boolean): RegexNode | 'flags' | 'comment' {
    if (!this.tokens.takes('?')) return this.capture(from, flags)
    const token = this.tokens.take()
    switch (token) {
      case undefined:
        throw this.tokens.error('the pattern ends within (?', from)
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
        while (this.tokens.next !== undefined && this.tokens.next !== ')') this.tokens.take()
        this.close(from)
        return 'comment'
      case '=':
      case '!':
        return this.look(from, flags, token, false)
      case '<': {
        const sign = this.tokens.take()
        if (sign !== '=' && sign !== '!') throw this.tokens.error('(?< must go on with = or !', from)
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
    const index = this.widths.groups.push(undefined) - 1
    const body = this.alternatives(flags)
    this.close(from)
    this.widths.groups[index] = this.widths.of(body)
    return { kind: 'group', index, body }
  }

  private named(from: number, flags: number): RegexNode {
    if (this.tokens.takes('<')) {
      const name = this.name('>', from)
      if (this.names.has(name)) throw this.tokens.error(`there are two groups named ${name}`, from)
      this.names.set(name, this.widths.groups.length)
      return this.capture(from, flags)
    }
    if (this.tokens.takes('='))
      return this.reference(this.groupNamed(this.name(')', from), from), from, flags)
    throw this.tokens.error('(?P must go on with < or =', from)
  }

  private name(terminator: string, from: number): string {
    const name = this.tokens.takeUntil(terminator, 'the name of a group')
    if (!isName(name)) throw this.tokens.error(`${JSON.stringify(name)} is no name for a group`, from)
    return name
  }

  private groupNamed(name: string, from: number): number {
    const group = this.names.get(name)
    if (group === undefined) throw this.tokens.error(`there is no group named ${name}`, from)
    return group
  }

  private look(from: number, flags: number, sign: string, behind: boolean): RegexNode {
    const outer = this.lookBehindFrom
    if (behind) this.lookBehindFrom ??= this.widths.groups.length
    const body = this.alternatives(flags)
    this.lookBehindFrom = outer
    this.close(from)
    const negated = sign === '!'
    if (!behind) return { kind: 'look', negated, back: 0, body }
    const [least, most] = this.widths.of(body)
    if (least !== most || least > MAX_REPEAT) {
      throw this.tokens.error('a look-behind must match a fixed number of characters', from)
    }
    return { kind: 'look', negated, back: least, body }
  }

  private condition(from: number, flags: number): RegexNode {
    const name = this.tokens.takeUntil(')', 'the group of a condition')
    let group: number
    if (/^[0-9]+$/.test(name)) {
      group = Number(name)
      if (group === 0) throw this.tokens.error('groups are counted from 1', from)
      this.conditions.push({ group, position: from })
    } else {
      if (!isName(name)) throw this.tokens.error(`${JSON.stringify(name)} is no name for a group`, from)
      group = this.groupNamed(name, from)
    }
    this.checkLookBehind(group, from)
    if (++this.depth > DEEPEST)
      throw this.tokens.error(`groups are nested deeper than ${DEEPEST} levels`, from)
    const yes = this.sequence(flags)
    const no = this.tokens.takes('|') ? this.sequence(flags) : []
    this.depth--
    if (this.tokens.next === '|') throw this.tokens.error('a condition has more than two branches', from)
    this.close(from)
    return { kind: 'condition', group, yes, no }
  }

  /** `(?i)` for the whole pattern, or `(?i-s:...)` for what stands in it. */
  private flagGroup(first: string, from: number, flags: number, mayBeFlags: boolean): RegexNode | 'flags' {
    let token: string | undefined = first
    let added = 0
    let removed = 0
    if (!FLAGS.has(first) && first !== '-') throw this.tokens.error(`(?${first} is not known`, from)
    for (; token !== undefined && FLAGS.has(token); token = this.tokens.take()) {
      added |= FLAGS.get(token) as number
      if ((added & ENCODINGS) === ENCODINGS)
        throw this.tokens.error('the flags a and u exclude each other', from)
    }
    if (token === ')') {
      this.flags |= added
      if ((this.flags & ENCODINGS) === ENCODINGS) {
        throw this.tokens.error('the flags a and u exclude each other', from)
      }
      if (!mayBeFlags) throw this.tokens.error('flags for all of the pattern must stand at its start', from)
      return 'flags'
    }
    if (token === '-') {
      token = this.tokens.take()
      if (token === undefined || !FLAGS.has(token)) throw this.tokens.error('a flag must follow the -', from)
      for (; token !== undefined && FLAGS.has(token); token = this.tokens.take()) {
        removed |= FLAGS.get(token) as number
      }
    }
    if (token !== ':') throw this.tokens.error('flags must end with : or )', from)
    if (removed & ENCODINGS) throw this.tokens.error('the flags a and u cannot be turned off', from)
    if (added & removed) throw this.tokens.error('a flag is turned on and off', from)
    const kept = added & ENCODINGS ? flags & ~ENCODINGS : flags
    const body = this.alternatives((kept | added) & ~removed)
    this.close(from)
    return { kind: 'group', index: undefined, body }
  }
}

const ANYTHING = new CharSet({ negated: true })
const NO_NEWLINE = new CharSet({ negated: true, ranges: [[10, 10]] })

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
