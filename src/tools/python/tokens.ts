import { checkedInt, fail } from './values.ts'

const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
)
const BLANKS = /[ \t]*/y
const LINES = /[ \t\r\n]*/y
const KINDS = {
  string: /([a-zA-Z]{0,2})('(?:[^'\\\r\n]|\\[\s\S])*'|"(?:[^"\\\r\n]|\\[\s\S])*")/y,
  number:
    /(?:0[xX][\da-fA-F]+|0[bB][01]+|(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d+)?)(?![\w.])/y,
  name: /[\p{ID_Start}_]\p{ID_Continue}*/uy,
  sign: /\*\*|\/\/|<<|>>|<=|>=|==|!=|:=|[-+*/%@&|^~<>()[\]{},:.=!]/y,
}
/** Signs and keywords that are valid Python, and what they stand for. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  '*': 'unpacking with "*"',
  '**': 'unpacking with "**"',
  '<<': 'shifting with "<<"',
  '>>': 'shifting with ">>"',
  '@': 'the operator "@"',
  '#': 'a comment',
  await: '"await"',
  async: '"async"',
  yield: '"yield"',
}

/** The tokens of an expression, read when they are needed: where one in an f-string ends is known by its reading. */
export class Tokens {
  readonly source: string
  /** Keywords and operators are signs. */
  kind: keyof typeof KINDS | 'end' = 'end'
  text = ''
  /** Where the token begins. */
  from = 0
  private at: number
  /** Within brackets the end of a line is white space. */
  private brackets: number

  constructor(source: string, at = 0, brackets = 0) {
    this.source = source
    this.at = at
    this.brackets = brackets
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const text = pattern.exec(this.source)?.[0] ?? ''
    this.at += text.length
    return text
  }

  /** Reads the next token. */
  next(): void {
    this.match(this.brackets > 0 ? LINES : BLANKS)
    this.from = this.at
    this.kind = 'end'
    this.text = 'the end'
    if (this.at >= this.source.length) return
    for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
      const text = this.match(KINDS[kind])
      if (text === '') continue
      this.kind = kind === 'name' && KEYWORDS.has(text) ? 'sign' : kind
      this.text = text
      if ('([{'.includes(text)) this.brackets++
      if (')]}'.includes(text)) this.brackets--
      return
    }
    const char = this.source.charAt(this.at)
    if (char === '"' || char === "'") fail(`a string is not closed, at position ${this.at}`)
    this.text = char
    this.unexpected()
  }

  /** The source after the token. */
  get rest(): string {
    return this.source.slice(this.at)
  }

  is(...signs: string[]): boolean {
    return this.kind === 'sign' && signs.includes(this.text)
  }

  /** Whether the sign comes next; it is then passed. */
  take(sign: string): boolean {
    const isNext = this.is(sign)
    if (isNext) this.next()
    return isNext
  }

  expect(sign: string): void {
    if (!this.take(sign)) this.unexpected(`, "${sign}" is expected`)
  }

  name(): string {
    const { kind, text } = this
    if (kind !== 'name') this.unexpected(', a name is expected')
    this.next()
    return text
  }

  unexpected(expected = ''): never {
    const leftOut = LEFT_OUT[this.text]
    if (leftOut !== undefined) fail(`${leftOut} is not supported here, at position ${this.from}`)
    return fail(`invalid syntax: unexpected ${JSON.stringify(this.text)} at position ${this.from}${expected}`)
  }
}

/** The letter before a string literal, in lower case, and what is between its quotes. */
export function stringOf(token: Tokens): { mark: string; body: string } {
  const [, prefix = '', body = ''] = /^([a-z]*)['"]([\s\S]*)['"]$/i.exec(token.text) ?? []
  if (!/^[bfr]?$/i.test(prefix)) fail(`the string prefix "${prefix}" is not valid, or not supported`)
  if (body === '' && /^['"]/.test(token.rest)) fail('a string in three quotes is not supported')
  return { mark: prefix.toLowerCase(), body }
}

/** Value of a number literal. */
export function numberOf(text: string): bigint | number {
  const digits = text.replaceAll('_', '')
  if (!/^0[xb]/i.test(digits) && /[.e]/i.test(digits)) return Number(digits)
  if (/^0\d*[1-9]/.test(digits)) fail(`invalid number ${text.slice(0, 40)}: it begins with a zero`)
  return checkedInt(BigInt(digits))
}

const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  "'": "'",
  '"': '"',
}

/** The text of a string literal with its escape sequences replaced. */
export const unescaped = (text: string): string =>
  text.replace(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|[\s\S])/g, (sequence, x?: string, u?: string) =>
    x === undefined && u === undefined
      ? (ESCAPED[sequence.charAt(1)] ?? fail(`the escape sequence ${sequence} in a string is not supported`))
      : String.fromCharCode(Number.parseInt(x ?? u ?? '', 16)),
  )
