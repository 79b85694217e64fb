import { length, SPACE, WORD } from '../../shared/python/text.ts'
import { MAX_PATTERN_MS, withinTime } from '../../shared/time-limit.ts'

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
  min: number
  max: number
  /** Groups of the pattern within the piece. */
  groups: number[]
}

const MAX_DEPTH = 100
const LITERAL_ESCAPES: Readonly<Record<string, string>> = {
  a: '\\x07',
  f: '\\f',
  n: '\\n',
  r: '\\r',
  t: '\\t',
  v: '\\v',
  '0': '\\0',
}
const ANCHORS: Readonly<Record<string, string>> = { A: '^', Z: '$', '^': '^', $: '(?=\\n?$)' }
const LINE_ANCHORS: Readonly<Record<string, string>> = { ...ANCHORS, '^': '(?<![^\\n])', $: '(?![^\\n])' }
const QUANTIFIER = /([*+?])|\{(?!\})(\d*)(,?)(\d*)\}/y
const FLAGS = /(?:\(\?[aimsu]+\))*/y

const piece = (source: string, min: number, max = min, groups: number[] = []): Piece => ({
  source,
  min,
  max,
  groups,
})
const literal = (char: string): string => `\\u{${char.codePointAt(0)?.toString(16)}}`

/** Reads a Python pattern and writes the same pattern for JavaScript's flag `v`, or refuses it. */
class Translator {
  private readonly pattern: string
  private readonly flags: string
  private at: number
  private depth = 0
  private atomics = 0
  private isInLookBehind = false
  /** Whether the pattern may try to match nothing before it tries to match something. */
  private prefersNothing = false
  /** Widths of the groups that are closed; a group that is open is undefined. */
  private readonly widths: ([min: number, max: number] | undefined)[] = [undefined]
  private readonly names = new Map<string, number>()
  /** Groups that may not have taken part where the reading is now. */
  private readonly optional = new Set<number>()
  private readonly classes: Readonly<Record<string, string>>

  constructor(pattern: string) {
    this.pattern = pattern
    FLAGS.lastIndex = 0
    const flags = FLAGS.exec(pattern)?.[0] ?? ''
    this.flags = flags.replace(/[(?)]/g, '')
    this.at = flags.length
    const isAscii = this.flags.includes('a')
    if (isAscii && /[iu]/.test(this.flags)) this.fail('the flag a together with i or u is not supported')
    this.classes = isAscii
      ? { d: '0-9', w: 'a-zA-Z0-9_', s: '\\t-\\r\\x20' }
      : { d: '\\p{Nd}', w: WORD, s: SPACE.slice(1, -1) }
  }

  translate(): { source: string; flags: string; groups: number } {
    const whole = this.alternatives()
    if (this.at < this.pattern.length) this.fail('a closing parenthesis has no opening one')
    if (whole.min === 0 && this.prefersNothing)
      this.fail('a pattern that prefers to match nothing is not supported', 0)
    const flags = this.flags.includes('i') ? 'giv' : 'gv'
    return { source: whole.source, flags, groups: this.widths.length - 1 }
  }

  private fail(message: string, at = this.at): never {
    throw new PatternError(message, length(this.pattern.slice(0, at)))
  }

  /** What the sticky expression matches next, which is passed. */
  private read(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at
    const match = expression.exec(this.pattern)
    this.at += match?.[0].length ?? 0
    return match
  }

  private take(text: string): boolean {
    const isNext = this.pattern.startsWith(text, this.at)
    if (isNext) this.at += text.length
    return isNext
  }

  private alternatives(): Piece {
    if (++this.depth > MAX_DEPTH)
      this.fail(`a pattern nested deeper than ${MAX_DEPTH} levels is not supported`)
    const branches: Piece[] = []
    do {
      for (const group of branches.at(-1)?.groups ?? []) this.optional.add(group)
      if (branches.at(-1)?.min === 0) this.prefersNothing = true
      branches.push(this.sequence())
    } while (this.take('|'))
    this.depth--
    const groups = branches.flatMap((branch) => branch.groups)
    if (branches.length > 1) for (const group of groups) this.optional.add(group)
    return piece(
      branches.map(({ source }) => source).join('|'),
      Math.min(...branches.map(({ min }) => min)),
      Math.max(...branches.map(({ max }) => max)),
      groups,
    )
  }

  private sequence(): Piece {
    const whole = piece('', 0)
    while (this.at < this.pattern.length && !/[|)]/.test(this.pattern.charAt(this.at))) {
      if (this.read(/\(\?#[^)]*\)/y) !== null) continue
      const part = this.quantified()
      whole.source += part.source
      whole.min += part.min
      whole.max += part.max
      whole.groups.push(...part.groups)
    }
    return whole
  }

  private quantified(): Piece {
    const from = this.at
    const part = this.atom()
    const match = this.read(QUANTIFIER)
    if (match === null) return part
    const [, sign, low, comma, high] = match
    const min = sign === undefined ? Number(low) : sign === '+' ? 1 : 0
    const max =
      sign === '?' ? 1 : comma === '' ? min : (high ?? '') === '' ? Number.POSITIVE_INFINITY : Number(high)
    const [isLazy, isPossessive] = [this.take('?'), this.take('+')]
    if (/^\(\?<?[=!]|^[$^]$/.test(part.source)) this.fail('there is nothing to repeat', from)
    if (min > max || Math.max(min, Number.isFinite(max) ? max : 0) > 4_294_967_294)
      this.fail('the repeat count is not valid', from)
    if (this.read(QUANTIFIER) !== null) this.fail('a quantifier follows a quantifier')
    if (part.min === 0 && min !== max)
      this.fail('repeating a part that can match nothing is not supported', from)
    if (max > 1 && part.groups.some((group) => this.optional.has(group)))
      this.fail('repeating a group that takes part in some repetitions only is not supported', from)
    if (min === 0) for (const group of part.groups) this.optional.add(group)
    if (isLazy && min < max) this.prefersNothing = true
    const times = `{${min},${Number.isFinite(max) ? max : ''}}${isLazy ? '?' : ''}`
    const repeated = piece(
      `(?:${part.source})${times}`,
      part.min * min,
      part.max === 0 ? 0 : part.max * max,
      part.groups,
    )
    return isPossessive ? this.atomic(repeated) : repeated
  }

  /** A part that is not tried again: a look-ahead captures the part, and a back-reference passes it. */
  private atomic(part: Piece): Piece {
    if (this.isInLookBehind) this.fail('an atomic group within a look-behind is not supported')
    const name = `atomic${this.atomics++}`
    return { ...part, source: `(?:(?=(?<${name}>${part.source}))\\k<${name}>)` }
  }

  private atom(): Piece {
    const from = this.at
    const char = this.read(/[\s\S]/uy)?.[0] as string
    const anchors = this.flags.includes('m') ? LINE_ANCHORS : ANCHORS
    if (char === '.') return piece(this.flags.includes('s') ? '[\\s\\S]' : '[^\\n]', 1)
    if (char === '^' || char === '$') return piece(anchors[char] as string, 0)
    if (char === '[') return piece(this.set(from), 1)
    if (char === '(') return this.group(from)
    if (char === '\\') return this.escape(from)
    this.at = from
    if (this.read(QUANTIFIER) !== null) this.fail('there is nothing to repeat', from)
    this.at += char.length
    return piece(literal(char), 1)
  }

  private escape(from: number): Piece {
    const reference = this.read(/[1-9]\d?(?!\d)/y)?.[0]
    if (reference !== undefined) return this.reference(Number(reference), from)
    const letter = this.read(/[AZbB]/y)?.[0]
    if (letter === undefined) return piece(this.character(from), 1)
    const word = `[${this.classes.w}]`
    const [border, inside] = [
      `(?<=${word})(?!${word})|(?<!${word})(?=${word})`,
      `(?!^$)(?:(?<=${word})(?=${word})|(?<!${word})(?!${word}))`,
    ]
    // A look-ahead, so that no quantifier may follow.
    const source = ANCHORS[letter] ?? `(?=${letter === 'b' ? border : inside})`
    return piece(source, 0)
  }

  /** A character or a class of an escape sequence, after its backslash. */
  private character(from: number): string {
    const hex = this.read(/x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})/y)
    const digits = hex?.slice(1).find((group) => group !== undefined)
    if (digits !== undefined && Number.parseInt(digits, 16) <= 0x10ffff) return `\\u{${digits}}`
    const char = this.read(/[\s\S]/uy)?.[0] ?? this.fail('a backslash ends the pattern', from)
    const kind = this.classes[char.toLowerCase()]
    if (kind !== undefined) return `[${/[A-Z]/.test(char) ? '^' : ''}${kind}]`
    if (/\d/.test(char) && (char !== '0' || this.read(/\d/y) !== null))
      this.fail('an octal escape is not supported', from)
    if (char === 'N') this.fail('a character by its name is not supported', from)
    const source = LITERAL_ESCAPES[char]
    return source ?? (/[a-z]/i.test(char) ? this.fail(`unknown escape \\${char}`, from) : literal(char))
  }

  private reference(group: number, from: number): Piece {
    if (group >= this.widths.length) this.fail(`there is no group ${group} before this`, from)
    const [min, max] = this.widths[group] ?? this.fail(`group ${group} is still open`, from)
    if (this.isInLookBehind) this.fail('a back-reference within a look-behind is not supported', from)
    if (this.optional.has(group))
      this.fail('a back-reference to a group that may take no part is not supported', from)
    return piece(`\\k<group${group}>`, min, max)
  }

  /** A set such as `[a-z\d]`, after its opening bracket. */
  private set(from: number): string {
    const sign = this.take('^') ? '^' : ''
    const member = (): string => {
      const char = this.read(/[\s\S]/uy)?.[0] ?? this.fail('a set of characters lacks its ]', from)
      if (char !== '\\') return literal(char)
      return this.take('b') ? '\\x08' : this.character(this.at - 1)
    }
    let members = ''
    while (members === '' || !this.take(']')) {
      const first = member()
      const last = this.read(/-(?!\])/y) === null ? undefined : member()
      if (last !== undefined && `${first}${last}`.includes('['))
        this.fail('a range needs two characters', from)
      members += last === undefined ? first : `${first}-${last}`
    }
    return `[${sign}${members}]`
  }

  private closed(from: number): Piece {
    const body = this.alternatives()
    return this.take(')') ? body : this.fail('an opening parenthesis has no closing one', from)
  }

  /** A group, after its opening parenthesis. */
  private group(from: number): Piece {
    if (this.take('?P=')) {
      const name = this.read(/([^)]*)\)/y)?.[1] ?? ''
      return this.reference(
        this.names.get(name) ?? this.fail(`there is no group named "${name}"`, from),
        from,
      )
    }
    const look = this.read(/\?<?[=!]/y)?.[0]
    if (look !== undefined) return this.look(look, from)
    if (this.take('?>')) return this.atomic(this.closed(from))
    if (this.take('?:')) {
      const body = this.closed(from)
      return { ...body, source: `(?:${body.source})` }
    }
    const name = this.read(/\?P<([\p{ID_Start}_]\p{ID_Continue}*)>/uy)?.[1]
    if (this.take('?(')) this.fail('a conditional group is not supported', from)
    if (this.read(/\?[aimsux-]+[:)]/y)) this.fail('a flag for a part of the pattern is not supported', from)
    if (this.take('?')) this.fail('an extension of a group is not valid, or not supported', from)
    const group = this.widths.push(undefined) - 1
    if (name !== undefined && this.names.has(name)) this.fail(`two groups are named "${name}"`, from)
    if (name !== undefined) this.names.set(name, group)
    const body = this.closed(from)
    this.widths[group] = [body.min, body.max]
    return { ...body, source: `(?<group${group}>${body.source})`, groups: [group, ...body.groups] }
  }

  /** A look-ahead or a look-behind. Python gives a look-behind one width. */
  private look(opening: string, from: number): Piece {
    const outer = this.isInLookBehind
    const isBehind = opening.startsWith('?<')
    this.isInLookBehind ||= isBehind
    const body = this.closed(from)
    this.isInLookBehind = outer
    if (isBehind && body.min !== body.max)
      this.fail('a look-behind must match a fixed number of characters', from)
    if (opening.endsWith('!')) for (const group of body.groups) this.optional.add(group)
    return piece(`(${opening}${body.source})`, 0, 0, body.groups)
  }
}

const MAX_PATTERN = 10_000
const MAX_TEXTS = 200_000
const MAX_CHARACTERS = 10_000_000

/** A match as Python's `findall` gives it: the text, that of the one group, or those of all groups. */
export type FoundMatch = string | string[]

/**
 * Python's `re.findall`: matches from left to right, empty ones included. The pattern is translated to JavaScript: the
 * translation matches what Python matches, or is refused. Without `all` only the first match is kept; the count is that
 * of all.
 *
 * @throws PatternError for a pattern that is not valid or not supported, or gives too much
 * @throws TimeLimitError where the pattern takes longer than {@link MAX_PATTERN_MS}
 */
export function findAll(
  pattern: string,
  text: string,
  all: boolean,
): { matches: FoundMatch[]; count: number } {
  if (pattern.length > MAX_PATTERN) throw new PatternError(`it is longer than ${MAX_PATTERN} characters`, 0)
  const { source, flags, groups } = new Translator(pattern).translate()
  const textsOf = (match: RegExpExecArray): string[] =>
    groups === 0
      ? [match[0]]
      : Array.from({ length: groups }, (_, i) => match.groups?.[`group${i + 1}`] ?? '')
  return withinTime(MAX_PATTERN_MS, () => {
    const matches: FoundMatch[] = []
    let [count, texts, characters] = [0, 0, 0]
    for (const match of text.matchAll(compiled(source, flags))) {
      count++
      if (!all && count > 1) continue
      const found = textsOf(match)
      texts += found.length
      characters += found.reduce((sum, { length }) => sum + length, 0)
      if (texts > MAX_TEXTS || characters > MAX_CHARACTERS)
        throw new PatternError(`it gives more than ${MAX_TEXTS} texts or ${MAX_CHARACTERS} characters`, 0)
      matches.push(found.length === 1 ? (found[0] as string) : found)
    }
    return { matches, count }
  })
}

function compiled(source: string, flags: string): RegExp {
  try {
    const expression = new RegExp(source, flags)
    expression.test('')
    expression.lastIndex = 0
    return expression
  } catch {
    throw new PatternError(
      'a range is not valid, or the pattern is too large once repetitions are written out',
      0,
    )
  }
}
