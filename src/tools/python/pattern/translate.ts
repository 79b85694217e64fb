import { codePoints, SPACE, WORD } from '../../../shared/python/text.ts'

/** A pattern that Python's `re` refuses, or that is not supported. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
  /** Where the problem is, in code points. */
  readonly position: number
  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

/** A piece of the expression that JavaScript runs, and what Python needs to know of it. */
interface Piece {
  source: string
  /** The fewest and the most characters that the piece matches. */
  least: number
  most: number
  /** Whether a quantifier may follow: not after an assertion such as `^`, nor after another quantifier. */
  isRepeatable: boolean
  /** Whether the piece tries to match nothing before it tries to match something. */
  prefersNothing: boolean
  /** Groups of the pattern within the piece. */
  groups: number[]
}

/** An expression of JavaScript, its flags, and how many groups the pattern has: `group1` is the first. */
export interface Translation {
  source: string
  flags: string
  groups: number
}

/** Flags that hold in a part of the pattern. */
interface Flags {
  a: boolean
  i: boolean
  m: boolean
  s: boolean
  x: boolean
}

const MAX_DEPTH = 100
const MAX_REPEAT = 4_294_967_294
const ESCAPES: Readonly<Record<string, string>> = { a: '\x07', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const HEX: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 }
/** What stands within the brackets of a class. */
const CLASSES = { d: '\\p{Nd}', w: WORD, s: SPACE.slice(1, -1) }
const ASCII_CLASSES = { d: '0-9', w: 'a-zA-Z0-9_', s: '\\t-\\r\\x20' }

const literal = (code: number): string => `\\u{${code.toString(16)}}`
const width = (source: string, least: number, most = least, isRepeatable = true): Piece => ({
  source,
  least,
  most,
  isRepeatable,
  prefersNothing: false,
  groups: [],
})

/** Reads a Python pattern and writes the same pattern for JavaScript's flag `v`, or refuses it. */
class Translator {
  private readonly chars: string[]
  private at = 0
  private depth = 0
  private flags: Flags = { a: false, i: false, m: false, s: false, x: false }
  private groups = 0
  private readonly widths: ([number, number] | undefined)[] = []
  private readonly names = new Map<string, number>()
  /** Groups that may not have taken part where the reading is now. */
  private readonly optional = new Set<number>()
  private atomics = 0
  /** How many groups were open or closed before the look-behind that is being read. */
  private behindFrom: number | undefined

  constructor(pattern: string) {
    this.chars = codePoints(pattern)
  }

  translate(): Translation {
    this.globalFlags()
    const whole = this.alternatives()
    if (this.at < this.chars.length) this.fail('a closing parenthesis has no opening one')
    if (whole.least === 0 && whole.prefersNothing)
      this.unsupported('a pattern that prefers to match nothing', 0)
    return { source: whole.source, flags: this.flags.i ? 'giv' : 'gv', groups: this.groups }
  }

  private fail(message: string, position = this.at): never {
    throw new PatternError(message, position)
  }

  private unsupported(what: string, position = this.at): never {
    return this.fail(`${what} is not supported`, position)
  }

  private startsWith(text: string): boolean {
    return codePoints(text).every((char, i) => this.chars[this.at + i] === char)
  }

  private take(text: string): boolean {
    const isNext = this.startsWith(text)
    if (isNext) this.at += codePoints(text).length
    return isNext
  }

  /** Text up to a stop, which is passed. */
  private until(stop: string, what: string): string {
    const [from, end] = [this.at, this.chars.indexOf(stop, this.at)]
    if (end < 0) this.fail(`${what} lacks its ${stop}`)
    this.at = end + 1
    return this.chars.slice(from, end).join('')
  }

  /** Flags at the beginning hold for the whole pattern. */
  private globalFlags(): void {
    for (;;) {
      const match = /^\(\?([a-zA-Z]+)\)/.exec(this.chars.slice(this.at, this.at + 12).join(''))
      if (match === null) return
      this.setFlags(match[1] as string, '')
      this.at += match[0].length
    }
  }

  private setFlags(on: string, off: string): void {
    const wrong = [...on, ...off].find((flag) => !'aimsxu'.includes(flag))
    if (wrong !== undefined) this.fail(`unknown flag ${wrong}`)
    if (
      (on.includes('a') && on.includes('u')) ||
      /[au]/.test(off) ||
      [...on].some((flag) => off.includes(flag))
    )
      this.fail('the flags contradict each other')
    for (const flag of ['a', 'i', 'm', 's', 'x'] as const)
      this.flags[flag] = (this.flags[flag] || on.includes(flag)) && !off.includes(flag)
    if (on.includes('u')) this.flags.a = false
    if (this.flags.a && this.flags.i) this.unsupported('the flags a and i together')
  }

  private alternatives(): Piece {
    if (++this.depth > MAX_DEPTH) this.unsupported(`a pattern that is nested deeper than ${MAX_DEPTH} levels`)
    const branches: Piece[] = []
    do {
      for (const { groups } of branches.slice(-1)) for (const group of groups) this.optional.add(group)
      branches.push(this.sequence())
    } while (this.take('|'))
    this.depth--
    const groups = branches.flatMap((branch) => branch.groups)
    if (branches.length > 1) for (const group of groups) this.optional.add(group)
    return {
      source: branches.map(({ source }) => source).join('|'),
      least: Math.min(...branches.map(({ least }) => least)),
      most: Math.max(...branches.map(({ most }) => most)),
      isRepeatable: true,
      prefersNothing: branches.some(
        (branch, i) => branch.prefersNothing || (branch.least === 0 && i < branches.length - 1),
      ),
      groups,
    }
  }

  private sequence(): Piece {
    const pieces: Piece[] = []
    while (this.at < this.chars.length && !this.startsWith('|') && !this.startsWith(')')) {
      if (this.flags.x && /[\t-\r ]/.test(this.chars[this.at] as string)) this.at++
      else if (this.flags.x && this.take('#'))
        while (this.at < this.chars.length && !this.take('\n')) this.at++
      else if (this.take('(?#')) this.until(')', 'a comment')
      else {
        const from = this.at
        pieces.push(this.quantified(this.atom(), from))
      }
    }
    return {
      source: pieces.map(({ source }) => source).join(''),
      least: pieces.reduce((sum, { least }) => sum + least, 0),
      most: pieces.reduce((sum, { most }) => sum + most, 0),
      isRepeatable: true,
      prefersNothing: pieces.some(({ prefersNothing }) => prefersNothing),
      groups: pieces.flatMap(({ groups }) => groups),
    }
  }

  /** The counts of a quantifier, if one comes next. */
  private counts(): [number, number] | undefined {
    if (this.take('*')) return [0, Number.POSITIVE_INFINITY]
    if (this.take('+')) return [1, Number.POSITIVE_INFINITY]
    if (this.take('?')) return [0, 1]
    const match = /^\{(\d*)(,?)(\d*)\}/.exec(this.chars.slice(this.at, this.at + 30).join(''))
    if (match === null || (match[1] === '' && match[2] === '')) return undefined
    const least = Number(match[1])
    const most = match[2] === '' ? least : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3])
    if (least > most) this.fail('the least repeat count is greater than the greatest')
    if (least > MAX_REPEAT || (most > MAX_REPEAT && Number.isFinite(most)))
      this.fail('a repeat count is too large')
    this.at += match[0].length
    return [least, most]
  }

  private quantified(piece: Piece, from: number): Piece {
    const counts = this.counts()
    if (counts === undefined) return piece
    if (!piece.isRepeatable) this.fail('there is nothing to repeat', from)
    const [least, most] = counts
    const [isLazy, isPossessive] = [this.take('?'), this.take('+')]
    const next = this.at
    if (this.counts() !== undefined) this.fail('a quantifier follows a quantifier', next)
    if (piece.least === 0 && most > 1 && least !== most)
      this.unsupported('repeating a part that can match nothing', from)
    if (most > 1 && piece.groups.some((group) => this.optional.has(group)))
      this.unsupported('repeating a group that takes part in some repetitions only', from)
    if (least === 0) for (const group of piece.groups) this.optional.add(group)
    const times = Number.isFinite(most) ? `{${least},${most}}` : `{${least},}`
    // JavaScript skips an optional part that matches nothing, Python does not: as alternatives it is not skipped.
    const choice = isLazy ? `(?:|${piece.source})` : `(?:${piece.source}|)`
    const source =
      piece.least === 0 && least < most ? choice : `(?:${piece.source})${times}${isLazy ? '?' : ''}`
    const result: Piece = {
      source,
      least: piece.least * least,
      most: piece.most === 0 ? 0 : piece.most * most,
      isRepeatable: false,
      prefersNothing: piece.prefersNothing || (isLazy && least < most),
      groups: piece.groups,
    }
    return isPossessive ? this.atomic(result) : result
  }

  /** A part that is not tried again: a look-ahead captures the part, and a back-reference passes it. */
  private atomic(piece: Piece): Piece {
    if (this.behindFrom !== undefined) this.unsupported('an atomic group within a look-behind')
    const name = `atomic${this.atomics++}`
    return { ...piece, source: `(?=(?<${name}>${piece.source}))\\k<${name}>` }
  }

  private atom(): Piece {
    const { flags } = this
    const char = this.chars[this.at++] as string
    const code = char.codePointAt(0) as number
    if (char === '.') return width(flags.s ? '[\\s\\S]' : '[^\\n]', 1)
    if (char === '^') return width(flags.m ? '(?<![^\\n])' : '^', 0, 0, false)
    if (char === '$') return width(flags.m ? '(?![^\\n])' : '(?=\\n?$)', 0, 0, false)
    if (char === '[') return this.set()
    if (char === '(') return this.group()
    if (char === '\\') return this.escape()
    if ('*+?'.includes(char)) this.fail('there is nothing to repeat', this.at - 1)
    this.at--
    if (char === '{' && this.counts() !== undefined) this.fail('there is nothing to repeat', this.at)
    this.at++
    return width(literal(code), 1)
  }

  private classOf(letter: string): string | undefined {
    const kind = letter.toLowerCase() as keyof typeof CLASSES
    if (!Object.hasOwn(CLASSES, kind)) return undefined
    return `[${kind === letter ? '' : '^'}${(this.flags.a ? ASCII_CLASSES : CLASSES)[kind]}]`
  }

  private escape(): Piece {
    const from = this.at - 1
    const char = this.chars[this.at] ?? this.fail('a backslash ends the pattern', from)
    const word = this.classOf('w')
    if ('AZbB'.includes(char)) {
      this.at++
      if (char === 'A' || char === 'Z') return width(char === 'A' ? '^' : '$', 0, 0, false)
      if (char === 'b') return width(`(?:(?<=${word})(?!${word})|(?<!${word})(?=${word}))`, 0, 0, false)
      return width(`(?:(?!^$)(?:(?<=${word})(?=${word})|(?<!${word})(?!${word})))`, 0, 0, false)
    }
    const kind = this.classOf(char)
    if (kind !== undefined) {
      this.at++
      return width(kind, 1)
    }
    const digits = /^(?:[1-9]\d?)/.exec(this.chars.slice(this.at, this.at + 2).join(''))?.[0]
    const isOctal = /^[0-3][0-7]{2}|^0/.test(this.chars.slice(this.at, this.at + 3).join(''))
    if (digits === undefined || isOctal) return width(literal(this.character(from)), 1)
    this.at += digits.length
    return this.reference(Number(digits), from)
  }

  /** The character of an escape sequence, after its backslash. */
  private character(from: number, isOctal = this.startsWith('0')): number {
    const octal = (isOctal ? /^[0-7]{1,3}/ : /^[0-7]{3}/).exec(
      this.chars.slice(this.at, this.at + 3).join(''),
    )?.[0]
    if (octal !== undefined) {
      this.at += octal.length
      const code = Number.parseInt(octal, 8)
      return code > 0o377 ? this.fail('an octal escape is greater than 377', from) : code
    }
    const char = this.chars[this.at++] ?? this.fail('a backslash ends the pattern', from)
    const count = Object.hasOwn(HEX, char) ? HEX[char] : undefined
    if (count !== undefined) {
      const digits = this.chars.slice(this.at, this.at + count).join('')
      const code = /^[\da-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : Number.POSITIVE_INFINITY
      if (digits.length < count || code > 0x10ffff)
        this.fail('an escape is incomplete or not a character', from)
      this.at += count
      return code
    }
    if (char === 'N') this.unsupported('a character by its name', from)
    if (!Object.hasOwn(ESCAPES, char) && /[a-zA-Z0-9]/.test(char)) this.fail(`unknown escape \\${char}`, from)
    return (ESCAPES[char] ?? char).codePointAt(0) as number
  }

  private reference(group: number, from: number): Piece {
    const size = this.widths[group]
    if (group > this.groups) return this.fail(`there is no group ${group} before this`, from)
    if (size === undefined) return this.fail(`group ${group} is still open`, from)
    if (this.optional.has(group)) this.unsupported('a back-reference to a group that may take no part', from)
    if (this.behindFrom !== undefined && group > this.behindFrom)
      this.fail(`a look-behind refers to its own group ${group}`, from)
    return width(`\\k<group${group}>`, ...size)
  }

  /** A set such as `[a-z\d]`, after its opening bracket. */
  private set(): Piece {
    const from = this.at - 1
    const isNegated = this.take('^')
    const parts: string[] = []
    while (parts.length === 0 || !this.startsWith(']')) {
      const low = this.member(from)
      if (typeof low === 'string' || !this.startsWith('-') || this.chars[this.at + 1] === ']') {
        parts.push(typeof low === 'string' ? low : literal(low))
        if (typeof low === 'string' && this.startsWith('-') && this.chars[this.at + 1] !== ']')
          this.fail('a range begins with a class', from)
        continue
      }
      this.at++
      const high = this.member(from)
      if (typeof high === 'string' || high < low) this.fail('a range of characters is not valid', from)
      parts.push(`${literal(low)}-${literal(high as number)}`)
    }
    this.at++
    return width(`[${isNegated ? '^' : ''}${parts.join('')}]`, 1)
  }

  /** A character of a set, or a class of characters. */
  private member(from: number): number | string {
    const char = this.chars[this.at++] ?? this.fail('a set of characters lacks its ]', from)
    if (char !== '\\') return char.codePointAt(0) as number
    const kind = this.classOf(this.chars[this.at] ?? '')
    if (kind !== undefined) {
      this.at++
      return kind
    }
    return this.take('b') ? 8 : this.character(this.at - 1, /[0-7]/.test(this.chars[this.at] ?? ''))
  }

  /** A group, after its opening parenthesis. */
  private group(): Piece {
    const from = this.at - 1
    const flags = { ...this.flags }
    const piece = this.opened(from)
    this.flags = flags
    return piece
  }

  private closed(from: number): Piece {
    const body = this.alternatives()
    if (!this.take(')')) this.fail('an opening parenthesis has no closing one', from)
    return body
  }

  private opened(from: number): Piece {
    if (!this.take('?')) return this.capturing(undefined, from)
    if (this.take('P<')) return this.capturing(this.until('>', 'the name of a group'), from)
    if (this.take('P=')) {
      const name = this.until(')', 'a reference to a group')
      return this.reference(this.names.get(name) ?? this.fail(`there is no group named ${name}`, from), from)
    }
    if (this.take(':')) {
      const body = this.closed(from)
      return { ...body, source: `(?:${body.source})`, isRepeatable: true }
    }
    if (this.take('>')) {
      const atomic = this.atomic(this.closed(from))
      return { ...atomic, isRepeatable: true }
    }
    for (const opening of ['<=', '<!', '=', '!']) if (this.take(opening)) return this.look(opening, from)
    if (this.take('(')) this.unsupported('a conditional group', from)
    const match = /^([a-zA-Z]*)(?:-([a-zA-Z]+))?:/.exec(this.chars.slice(this.at, this.at + 20).join(''))
    if (match === null) return this.fail('an extension of a group is not valid', from)
    const wasIgnoringCase = this.flags.i
    this.setFlags(match[1] ?? '', match[2] ?? '')
    if (this.flags.i !== wasIgnoringCase) this.unsupported('the flag i for a part of the pattern', from)
    this.at += match[0].length
    const body = this.closed(from)
    return { ...body, source: `(?:${body.source})` }
  }

  private capturing(name: string | undefined, from: number): Piece {
    const group = ++this.groups
    if (name !== undefined) {
      if (!/^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(name))
        this.fail('the name of a group is not valid', from)
      if (this.names.has(name)) this.fail(`two groups are named ${name}`, from)
      this.names.set(name, group)
    }
    const body = this.closed(from)
    this.widths[group] = [body.least, body.most]
    return { ...body, source: `(?<group${group}>${body.source})`, groups: [group, ...body.groups] }
  }

  /** A look-ahead or a look-behind. Python gives a look-behind one width. */
  private look(opening: string, from: number): Piece {
    const isBehind = opening.startsWith('<')
    const outer = this.behindFrom
    if (isBehind) this.behindFrom ??= this.groups
    const body = this.closed(from)
    this.behindFrom = outer
    if (isBehind && body.least !== body.most)
      this.fail('a look-behind must match a fixed number of characters', from)
    if (opening.endsWith('!')) for (const group of body.groups) this.optional.add(group)
    return { ...width(`(?${opening}${body.source})`, 0), groups: body.groups }
  }
}

/**
 * Translates a pattern of Python's `re` to JavaScript. What the two read differently is refused: the translation gives
 * what Python gives, or an error.
 *
 * @throws PatternError for a pattern that is not valid or not supported
 */
export const translate = (pattern: string): Translation => new Translator(pattern).translate()
