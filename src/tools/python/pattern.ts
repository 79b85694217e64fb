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
  /** How many characters the piece matches, from `min` to `max`. */
  min: number
  max: number
  /** Groups of the pattern within the piece. */
  groups: number[]
}

const MAX_DEPTH = 100
const MAX_REPEAT = 10_000
const LITERAL_ESCAPES: Readonly<Record<string, string>> = { f: '\\f', n: '\\n', r: '\\r', t: '\\t', v: '\\v' }
const CLASSES: Readonly<Record<string, string>> = { d: '\\p{Nd}', w: WORD, s: SPACE.slice(1, -1) }
// A look-ahead, so that no quantifier may follow.
const BORDER = `(?=(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`
const ANCHORS = { '\\A': '^', '\\Z': '$', '\\b': BORDER, '^': '^', $: '(?=\\n?$)' }
const LINE_ANCHORS = { ...ANCHORS, '^': '(?<![^\\n])', $: '(?![^\\n])' }
const FLAGS = /^(?:\(\?[ims]+\))*/
const QUANTIFIER = /(?:([*+?])|\{(?!\})(\d*)(,?)(\d*)\})([?+]?)/y
const OPENING = /\((?:\?(?:P<([\p{ID_Start}_]\p{ID_Continue}*)>|(:|>|<?[=!])))?/uy
const SET = /\[(\^?)(\]?(?:\\[\s\S]|[^\]\\])*)\]/y
const CHARACTER = '\\\\(?:x[\\da-fA-F]{2}|u[\\da-fA-F]{4}|[\\s\\S])|[\\s\\S]'
const SINGLE = new RegExp(CHARACTER, 'uy')
const MEMBER = new RegExp(`(${CHARACTER})(?:-(${CHARACTER}))?`, 'gu')

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
    this.flags = FLAGS.exec(pattern)?.[0] ?? ''
    this.at = this.flags.length
  }

  translate(): { source: string; flags: string; groups: number } {
    const whole = this.alternatives()
    if (this.at < this.pattern.length) this.fail('a closing parenthesis has no opening one')
    if (whole.min === 0 && this.prefersNothing)
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

  private alternatives(): Piece {
    if (++this.depth > MAX_DEPTH)
      this.fail(`a pattern nested deeper than ${MAX_DEPTH} levels is not supported`)
    const branches = [this.sequence()]
    while (this.read(/\|/y) !== null) {
      const { min, groups } = branches.at(-1) as Piece
      this.prefersNothing ||= min === 0
      this.addOptional(groups)
      branches.push(this.sequence())
    }
    this.depth--
    const groups = branches.flatMap((branch) => branch.groups)
    if (branches.length > 1) this.addOptional(groups)
    return {
      source: branches.map(({ source }) => source).join('|'),
      min: Math.min(...branches.map(({ min }) => min)),
      max: Math.max(...branches.map(({ max }) => max)),
      groups,
    }
  }

  private addOptional(groups: readonly number[]): void {
    for (const group of groups) this.optional.add(group)
  }

  private sequence(): Piece {
    const whole: Piece = { source: '', min: 0, max: 0, groups: [] }
    while (this.at < this.pattern.length && !/[|)]/.test(this.pattern.charAt(this.at))) {
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
    if (this.read(QUANTIFIER) !== null) this.fail('there is nothing to repeat', from)
    const part = this.atom()
    const [text = '', sign, low, comma, high, mode] = this.read(QUANTIFIER) ?? []
    if (text === '') return part
    const min = sign === undefined ? Number(low) : sign === '+' ? 1 : 0
    const max = sign === '?' ? 1 : comma === '' ? min : Number(high || Number.POSITIVE_INFINITY)
    if (/^\(\?<?[=!]|^[$^]$/.test(part.source)) this.fail('there is nothing to repeat', from)
    if (min > max || min > MAX_REPEAT || (max > MAX_REPEAT && Number.isFinite(max)))
      this.fail(`a repeat count that is not valid, or above ${MAX_REPEAT}, is not supported`, from)
    if (this.read(QUANTIFIER) !== null) this.fail('a quantifier follows a quantifier')
    if (part.min === 0 && min !== max)
      this.fail('repeating a part that can match nothing is not supported', from)
    if (max > 1 && part.groups.some((group) => this.optional.has(group)))
      this.fail('repeating a group that takes part in some repetitions only is not supported', from)
    if (min === 0) this.addOptional(part.groups)
    if (mode === '?' && min < max) this.prefersNothing = true
    const times = `{${min},${Number.isFinite(max) ? max : ''}}${mode === '?' ? '?' : ''}`
    const source = `(?:${part.source})${times}`
    // Nothing without end is nothing.
    const repeated = { ...part, source, min: part.min * min, max: part.max * max || 0 }
    return mode === '+' ? this.atomic(repeated) : repeated
  }

  /** A part that is not tried again: a look-ahead captures the part, and a back-reference passes it. */
  private atomic(part: Piece): Piece {
    const name = `atomic${this.atomics++}`
    // Without a fixed width: a look-behind would read the back-reference first.
    const source = `(?:(?=(?<${name}>${part.source}))\\k<${name}>)`
    return { ...part, source, max: Number.POSITIVE_INFINITY }
  }

  private atom(): Piece {
    const from = this.at
    const opening = this.read(OPENING)
    if (opening !== null) return this.group(opening, from)
    const one = (source: string, width = 1): Piece => ({ source, min: width, max: width, groups: [] })
    const set = this.read(SET)
    if (set !== null) return one(this.set(set, from))
    const group = Number(this.read(/\\([1-9]\d?)(?!\d)/y)?.[1] ?? 0)
    if (group > 0) {
      const { min } =
        this.closedGroups[group - 1] ?? this.fail(`group ${group} is not closed before this`, from)
      if (this.optional.has(group))
        this.fail('a back-reference to a group that may take no part is not supported', from)
      return { source: `\\k<group${group}>`, min, max: Number.POSITIVE_INFINITY, groups: [] }
    }
    const text = this.read(SINGLE)?.[0] as string
    const anchors: Readonly<Record<string, string>> = this.flags.includes('m') ? LINE_ANCHORS : ANCHORS
    if (anchors[text] !== undefined) return one(anchors[text], 0)
    if (text === '[') this.fail('a set of characters lacks its ]', from)
    if (text === '.') return one(this.flags.includes('s') ? '[\\s\\S]' : '[^\\n]')
    return one(this.character(text, from))
  }

  /** A character or a class, alone or in a set. */
  private character(text: string, from: number): string {
    const hex = /^\\[xu]([\da-fA-F]{2,4})$/.exec(text)?.[1]
    if (hex !== undefined) return `\\u{${hex}}`
    if (text === '\\') this.fail('a backslash ends the pattern', from)
    const char = text.replace(/^\\/, '')
    if (char === text || !/[a-z\d]/i.test(char)) return literal(char)
    const kind = CLASSES[char.toLowerCase()]
    if (kind !== undefined) return `[${/[A-Z]/.test(char) ? '^' : ''}${kind}]`
    return LITERAL_ESCAPES[char] ?? this.fail(`the escape ${text} is not valid, or is not supported`, from)
  }

  private set([, sign = '', body = '']: RegExpExecArray, from: number): string {
    const members = Array.from(body.matchAll(MEMBER), ([, first = '', last]) => {
      const range = (last === undefined ? [first] : [first, last])
        .map((char) => this.character(char, from))
        .join('-')
      return last !== undefined && range.includes('[')
        ? this.fail('a range needs two characters', from)
        : range
    })
    return `[${sign}${members.join('')}]`
  }

  /** A group, after its opening. */
  private group([, name, kind]: RegExpExecArray, from: number): Piece {
    const excerpt = this.pattern.slice(from, from + 4)
    if (this.pattern[this.at] === '?' && name === undefined && kind === undefined)
      this.fail(`the group ${excerpt} is not valid, or is not supported`, from)
    if (name !== undefined && this.names.has(name)) this.fail(`two groups are named "${name}"`, from)
    if (name !== undefined) this.names.add(name)
    const group = kind === undefined ? this.closedGroups.push(undefined) : 0
    const body = this.alternatives()
    if (this.read(/\)/y) === null) this.fail('an opening parenthesis has no closing one', from)
    if (kind === '>') return this.atomic(body)
    if (kind === ':') return { ...body, source: `(?:${body.source})` }
    if (kind === undefined) {
      this.closedGroups[group - 1] = body
      return { ...body, source: `(?<group${group}>${body.source})`, groups: [group, ...body.groups] }
    }
    if (kind.includes('!')) this.addOptional(body.groups)
    if (kind.startsWith('<') && (body.min !== body.max || body.groups.length > 0))
      this.fail('a look-behind with groups, or of no fixed width, is not supported', from)
    return { source: `(?${kind}${body.source})`, min: 0, max: 0, groups: body.groups }
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
