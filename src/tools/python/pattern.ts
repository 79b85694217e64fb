import { describeThrown } from '../../shared/errors.ts'
import { memoizeByString } from '../../shared/memoize.ts'
import { SPACE, WORD } from '../../shared/python/text.ts'
import { MAX_PATTERN_MS, runWithinTime } from '../../shared/time-limit.ts'

/** A pattern that is not valid, or not supported. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

const throwPatternError = (message: string): never => {
  throw new PatternError(message)
}

const LITERAL_ESCAPES: Readonly<Record<string, string>> = { f: '\\f', n: '\\n', r: '\\r', t: '\\t', v: '\\v' }
const CLASSES: Readonly<Record<string, string>> = { d: '\\p{Nd}', w: WORD, s: SPACE.slice(1, -1) }
// A look-ahead, so that no quantifier may follow.
const BORDER = `(?=(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`
const ANCHORS = { '\\A': '^', '\\Z': '$', '\\b': BORDER, '^': '^', $: '(?=\\n?$)' }
const LINE_ANCHORS = { ...ANCHORS, '^': '(?<![^\\n])', $: '(?![^\\n])' }
const FLAGS = /^(?:\(\?[ims]+\))*/
const CHARACTER = '\\\\(?:x[\\da-fA-F]{2}|u[\\da-fA-F]{4}|[\\s\\S])|[\\s\\S]'
const TOKEN = new RegExp(
  [
    '(?<quantifier>[*+?]|\\{(?!\\})(?<low>\\d*)(?<comma>,?)(?<high>\\d*)\\})(?<mode>[?+]?)',
    '(?<opening>\\()(?:\\?(?:P<\\w+>|(?<kind>:|>|<?[=!])))?',
    '\\[(?<sign>\\^?)(?<members>\\]?(?:\\\\[\\s\\S]|[^\\]\\\\])*)\\]',
    '\\\\(?<reference>[1-9]\\d?)(?!\\d)',
    `(?:${CHARACTER})`,
  ].join('|'),
  'uy',
)
const MEMBER = new RegExp(`(${CHARACTER})(?:-(${CHARACTER}))?`, 'gu')

/** A character or a class, alone or in a set. */
function parseCharacter(text: string): string {
  const hex = /^\\[xu]([\da-fA-F]{2,4})$/.exec(text)?.[1]
  if (hex !== undefined) return `\\u{${hex}}`
  if (text === '\\') throwPatternError('a backslash ends the pattern')
  const char = text.replace(/^\\/, '')
  if (char === text || !/[a-z\d]/i.test(char)) return `\\u{${char.codePointAt(0)?.toString(16)}}`
  const kind = CLASSES[char.toLowerCase()]
  if (kind !== undefined) return `[${/[A-Z]/.test(char) ? '^' : ''}${kind}]`
  return LITERAL_ESCAPES[char] ?? throwPatternError(`the escape ${text} is not valid, or is not supported`)
}

function set(sign: string, members: string): string {
  const parts = Array.from(members.matchAll(MEMBER), ([, first = '', last]) =>
    last === undefined ? parseCharacter(first) : `${parseCharacter(first)}-${parseCharacter(last)}`,
  )
  return `[${sign}${parts.join('')}]`
}

/** Writes a Python pattern for JavaScript's flag `v`. Throws a `PatternError` for what it does not support. */
class Translator {
  private readonly pieces: string[] = []
  /** What closes each open group. */
  private readonly closings: string[] = []
  private groups = 0
  private atomics = 0

  translate(pattern: string): { source: string; flags: string; groups: number } {
    const flags = FLAGS.exec(pattern)?.[0] ?? ''
    const anchors: Readonly<Record<string, string>> = flags.includes('m') ? LINE_ANCHORS : ANCHORS
    for (TOKEN.lastIndex = flags.length; TOKEN.lastIndex < pattern.length; ) {
      const from = TOKEN.lastIndex
      const { 0: text, groups: found = {} } = TOKEN.exec(pattern) as RegExpExecArray
      if (found.quantifier !== undefined) this.quantify(found)
      else if (found.opening !== undefined) {
        if (text === '(' && pattern[from + 1] === '?')
          throwPatternError(`the group ${pattern.slice(from, from + 4)} is not valid, or is not supported`)
        this.open(found.kind)
      } else if (found.members !== undefined) this.pieces.push(set(found.sign ?? '', found.members))
      else if (found.reference !== undefined) this.pieces.push(`\\k<group${found.reference}>`)
      else if (text === ')')
        this.pieces.push(this.closings.pop() ?? throwPatternError('a closing parenthesis has no opening one'))
      else if (text === '[') throwPatternError('a set of characters lacks its ]')
      else if (text === '|') this.pieces.push(text)
      else if (text === '.') this.pieces.push(flags.includes('s') ? '[\\s\\S]' : '[^\\n]')
      else this.pieces.push(anchors[text] ?? parseCharacter(text))
    }
    if (this.closings.length > 0) throwPatternError('an opening parenthesis has no closing one')
    return { source: this.pieces.join(''), flags: flags.includes('i') ? 'giv' : 'gv', groups: this.groups }
  }

  private open(kind: string | undefined): void {
    if (kind === '>') {
      const [opening, closing] = this.openAtomic()
      this.pieces.push(opening)
      this.closings.push(closing)
    } else {
      this.pieces.push(kind === undefined ? `(?<group${++this.groups}>` : `(?${kind}`)
      this.closings.push(')')
    }
  }

  /** Around a part that is not tried again: a look-ahead captures the part, and a back-reference passes it. */
  private openAtomic(): [opening: string, closing: string] {
    const name = `atomic${this.atomics++}`
    return [`(?:(?=(?<${name}>`, `))\\k<${name}>)`]
  }

  private quantify({ quantifier = '', low, comma, high, mode = '' }: { [name: string]: string }): void {
    const times = low === undefined ? quantifier : `{${low || 0}${comma}${high}}`
    if (mode !== '+') {
      this.pieces.push(times + mode)
      return
    }
    const part = this.pieces.pop() ?? throwPatternError('there is nothing to repeat')
    if (part.endsWith(')')) throwPatternError('a possessive quantifier after a group is not supported')
    const [opening, closing] = this.openAtomic()
    this.pieces.push(`${opening}${part}${times}${closing}`)
  }
}

const MAX_PATTERN = 10_000
const MAX_TEXTS = 200_000
const MAX_CHARACTERS = 10_000_000
/** Calls whose matches are kept. */
const MAX_KEPT = 100

/** A match as Python's `findall` gives it: the text, that of the one group, or those of all groups. */
export type FoundMatch = string | string[]

interface FoundMatches {
  readonly matches: FoundMatch[]
  readonly count: number
}

/**
 * Python's `re.findall`: matches from left to right, empty ones included. The pattern is translated to JavaScript.
 * Without `all` only the first match is kept; the count is that of all. Do not change the result: equal calls share it.
 *
 * @throws PatternError for a pattern that is not valid or not supported, or gives too much
 * @throws TimeLimitError where the pattern takes longer than {@link MAX_PATTERN_MS}
 */
export const findAll = (pattern: string, text: string, all: boolean): FoundMatches =>
  findByKey(JSON.stringify([pattern, text, all]))

/** A task makes the same call in up to eight worlds, and a time limit starts a thread. */
const findByKey = memoizeByString(MAX_KEPT, (key) =>
  findMatches(...(JSON.parse(key) as Parameters<typeof findAll>)),
)

function findMatches(pattern: string, text: string, all: boolean): FoundMatches {
  if (pattern.length > MAX_PATTERN) throwPatternError(`it is longer than ${MAX_PATTERN} characters`)
  const { source, flags, groups } = new Translator().translate(pattern)
  const listTexts = (match: RegExpExecArray): string[] =>
    groups === 0
      ? [match[0]]
      : Array.from({ length: groups }, (_, i) => match.groups?.[`group${i + 1}`] ?? '')
  return runWithinTime(MAX_PATTERN_MS, () => {
    const matches: FoundMatch[] = []
    let [count, texts, characters] = [0, 0, 0]
    for (const match of text.matchAll(compileExpression(source, flags))) {
      count++
      if (!all && count > 1) continue
      const found = listTexts(match)
      texts += found.length
      characters += found.reduce((sum, { length }) => sum + length, 0)
      if (texts > MAX_TEXTS || characters > MAX_CHARACTERS)
        throwPatternError(`it gives more than ${MAX_TEXTS} texts or ${MAX_CHARACTERS} characters`)
      matches.push(found.length === 1 ? (found[0] as string) : found)
    }
    return { matches, count }
  })
}

function compileExpression(source: string, flags: string): RegExp {
  try {
    const expression = new RegExp(source, flags)
    expression.test('')
    expression.lastIndex = 0
    return expression
  } catch (error) {
    return throwPatternError(`it is not valid, or too large: ${describeThrown(error).split(': ').at(-1)}`)
  }
}
