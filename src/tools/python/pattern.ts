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
  /** Whether the piece may match nothing. */
  isEmpty: boolean
  /** Groups of the pattern within the piece. */
  groups: number[]
}

const MAX_DEPTH = 100
const MAX_REPEAT = 10_000
const LITERAL_ESCAPES: Readonly<Record<string, string>> = { f: '\\f', n: '\\n', r: '\\r', t: '\\t', v: '\\v' }
const CLASSES: Readonly<Record<string, string>> = { d: '\\p{Nd}', w: WORD, s: SPACE.slice(1, -1) }
const ANCHORS: Readonly<Record<string, string>> = { A: '^', Z: '$', '^': '^', $: '(?=\\n?$)' }
const LINE_ANCHORS: Readonly<Record<string, string>> = { ...ANCHORS, '^': '(?<![^\\n])', $: '(?![^\\n])' }
// A look-ahead, so that no quantifier may follow.
const BORDER = `(?=(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`
const QUANTIFIER = /([*+?])|\{(?!\})(\d*)(,?)(\d*)\}/y
const FLAGS = /(?:\(\?[ims]+\))*/y

const piece = (source: string, isEmpty = false, groups: number[] = []): Piece => ({ source, isEmpty, groups })
const literal = (char: string): string => `\\u{${char.codePointAt(0)?.toString(16)}}`

/** Reads a Python pattern and writes the same pattern for JavaScript's flag `v`, or refuses it. */
class Translator {
  private readonly pattern: string
  private readonly flags: string
  private at: number
  private depth = 0
  private atomics = 0
  /** Whether the pattern may try to match nothing before it tries to match something. */
  private prefersNothing = false
  /** Groups by their number. A group that is open is undefined. */
  private readonly closedGroups: (Piece | undefined)[] = []
  private readonly names = new Set<string>()
  /** Groups that may not have taken part where the reading is now. */
  private readonly optional = new Set<number>()

  constructor(pattern: string) {
    this.pattern = pattern
    FLAGS.lastIndex = 0
    this.flags = FLAGS.exec(pattern)?.[0] ?? ''
    this.at = this.flags.length
  }

  translate(): { source: string; flags: string; groups: number } {
    const whole = this.alternatives()
    if (this.at < this.pattern.length) this.fail('a closing parenthesis has no opening one')
    if (whole.isEmpty && this.prefersNothing)
      this.fail('a pattern that prefers to match nothing is not supported', 0)
    const flags = this.flags.includes('i') ? 'giv' : 'gv'
    return { source: whole.source, flags, groups: this.closedGroups.length }
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
      if (branches.at(-1)?.isEmpty) this.prefersNothing = true
      branches.push(this.sequence())
    } while (this.take('|'))
    this.depth--
    const groups = branches.flatMap((branch) => branch.groups)
    if (branches.length > 1) for (const group of groups) this.optional.add(group)
    const source = branches.map((branch) => branch.source).join('|')
    return piece(
      source,
      branches.some(({ isEmpty }) => isEmpty),
      groups,
    )
  }

  private sequence(): Piece {
    const whole = piece('', true)
    while (this.at < this.pattern.length && !/[|)]/.test(this.pattern.charAt(this.at))) {
      const part = this.quantified()
      whole.source += part.source
      whole.isEmpty &&= part.isEmpty
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
    if (min > max || min > MAX_REPEAT || (max > MAX_REPEAT && Number.isFinite(max)))
      this.fail(`a repeat count that is not valid, or above ${MAX_REPEAT}, is not supported`, from)
    if (this.read(QUANTIFIER) !== null) this.fail('a quantifier follows a quantifier')
    if (part.isEmpty && min !== max)
      this.fail('repeating a part that can match nothing is not supported', from)
    if (max > 1 && part.groups.some((group) => this.optional.has(group)))
      this.fail('repeating a group that takes part in some repetitions only is not supported', from)
    if (min === 0) for (const group of part.groups) this.optional.add(group)
    if (isLazy && min < max) this.prefersNothing = true
    const times = `{${min},${Number.isFinite(max) ? max : ''}}${isLazy ? '?' : ''}`
    const repeated = piece(`(?:${part.source})${times}`, part.isEmpty || min === 0, part.groups)
    return isPossessive ? this.atomic(repeated) : repeated
  }

  /** A part that is not tried again: a look-ahead captures the part, and a back-reference passes it. */
  private atomic(part: Piece): Piece {
    const name = `atomic${this.atomics++}`
    return { ...part, source: `(?:(?=(?<${name}>${part.source}))\\k<${name}>)` }
  }

  private atom(): Piece {
    const from = this.at
    if (this.take('(')) return this.group(from)
    const group = Number(this.read(/\\([1-9]\d?)(?!\d)/y)?.[1] ?? 0)
    if (group === 0) return this.single()
    const referenced =
      this.closedGroups[group - 1] ?? this.fail(`there is no closed group ${group} before this`, from)
    if (this.optional.has(group))
      this.fail('a back-reference to a group that may take no part is not supported', from)
    return piece(`\\k<group${group}>`, referenced.isEmpty)
  }

  /** One character or a set of characters, or a place between characters. */
  private single(): Piece {
    const from = this.at
    const anchor = this.read(/[$^]|\\([AZb])/y)
    if (anchor?.[1] === 'b') return piece(BORDER, true)
    const anchors = this.flags.includes('m') ? LINE_ANCHORS : ANCHORS
    if (anchor !== null) return piece(anchors[anchor[1] ?? anchor[0]] as string, true)
    if (this.read(QUANTIFIER) !== null) this.fail('there is nothing to repeat', from)
    const char = this.read(/[\s\S]/uy)?.[0] as string
    if (char === '.') return piece(this.flags.includes('s') ? '[\\s\\S]' : '[^\\n]')
    if (char === '[') return piece(this.set(from))
    return piece(char === '\\' ? this.character(from) : literal(char))
  }

  /** A character or a class of an escape sequence, after its backslash. */
  private character(from: number): string {
    const hex = this.read(/x([\da-fA-F]{2})|u([\da-fA-F]{4})/y)
    if (hex !== null) return `\\u{${hex[1] ?? hex[2]}}`
    const char = this.read(/[\s\S]/uy)?.[0] ?? this.fail('a backslash ends the pattern', from)
    const kind = CLASSES[char.toLowerCase()]
    if (kind !== undefined) return `[${/[A-Z]/.test(char) ? '^' : ''}${kind}]`
    if (!/[a-z\d]/i.test(char)) return literal(char)
    return LITERAL_ESCAPES[char] ?? this.fail(`the escape \\${char} is not valid, or is not supported`, from)
  }

  /** A set such as `[a-z\d]`, after its opening bracket. */
  private set(from: number): string {
    const sign = this.take('^') ? '^' : ''
    const member = (): string => {
      const char = this.read(/[\s\S]/uy)?.[0] ?? this.fail('a set of characters lacks its ]', from)
      return char === '\\' ? this.character(this.at - 1) : literal(char)
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
    if (this.take('?>')) return this.atomic(this.closed(from))
    if (this.take('?:')) {
      const body = this.closed(from)
      return { ...body, source: `(?:${body.source})` }
    }
    const ahead = this.read(/\?[=!]/y)?.[0]
    if (ahead !== undefined) {
      const { source, groups } = this.closed(from)
      if (ahead === '?!') for (const group of groups) this.optional.add(group)
      return piece(`(${ahead}${source})`, true, groups)
    }
    const behind = this.read(/\?<[=!]/y)?.[0]
    if (behind !== undefined) return this.lookBehind(behind, from)
    const name = this.read(/\?P<([\p{ID_Start}_]\p{ID_Continue}*)>/uy)?.[1]
    if (this.take('?(')) this.fail('a conditional group is not supported', from)
    if (this.read(/\?[aimsux-]+[:)]/y))
      this.fail('a flag other than i, m and s before the pattern is not supported', from)
    if (this.take('?')) this.fail('an extension of a group is not valid, or is not supported', from)
    if (name !== undefined && this.names.has(name)) this.fail(`two groups are named "${name}"`, from)
    if (name !== undefined) this.names.add(name)
    const group = this.closedGroups.push(undefined)
    const body = this.closed(from)
    this.closedGroups[group - 1] = body
    return { ...body, source: `(?<group${group}>${body.source})`, groups: [group, ...body.groups] }
  }

  /** Python gives a look-behind one width. */
  private lookBehind(opening: string, from: number): Piece {
    let source = ''
    while (!this.take(')')) {
      if (/^(?:[(|*+?{]|\\[1-9]|$)/.test(this.pattern.slice(this.at)))
        this.fail('a look-behind with more than characters and sets is not supported', from)
      source += this.single().source
    }
    return piece(`(${opening}${source})`, true)
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
