import { fail } from './machine.ts'
import { MAX_DIGITS } from './numbers.ts'

/** A number, a name, the opening of a string, a keyword or operator (`sign`), or the end of the expression. */
export interface Token {
  kind: 'end' | 'name' | 'number' | 'sign' | 'string'
  text: string
  /** Where the token begins. */
  from: number
}

const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
)
const BLANKS = /(?:[ \t\f]|\\\r?\n|#[^\n\r]*)*/y
const LINES = /(?:\s|\\\r?\n|#[^\n\r]*)*/y
const STRING = /([a-zA-Z]{0,2})('''|"""|'|")/y
const NAME = /[\p{ID_Start}_]\p{ID_Continue}*/uy
const NUMBER =
  /(?:0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?)(?![\w.])/y
const SIGN = /\*\*|\/\/|<<|>>|<=|>=|==|!=|:=|[-+*/%@&|^~<>()[\]{},:.=!]/y

/** The tokens of an expression, read when they are needed: what a string holds is read by who knows its prefix. */
export class Tokens {
  readonly source: string
  token: Token = { kind: 'end', text: '', from: 0 }
  /** Where the next token begins. */
  at = 0
  /** Within brackets the end of a line is white space. */
  brackets = 0

  constructor(source: string) {
    this.source = source
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const text = pattern.exec(this.source)?.[0]
    this.at += text?.length ?? 0
    return text
  }

  /** Reads the next token. */
  next(): void {
    this.match(this.brackets > 0 ? LINES : BLANKS)
    const from = this.at
    const set = (kind: Token['kind'], text: string | undefined): boolean => {
      if (text !== undefined) this.token = { kind, text, from }
      return text !== undefined
    }
    const isEnd = this.match(LINES) !== undefined && this.at >= this.source.length
    if (isEnd) this.token = { kind: 'end', text: 'the end', from }
    else this.at = from
    if (isEnd || set('string', this.match(STRING)) || set('number', this.match(NUMBER))) return
    if (set('name', this.match(NAME))) {
      if (KEYWORDS.has(this.token.text)) this.token.kind = 'sign'
      return
    }
    if (!set('sign', this.match(SIGN))) this.unexpected(this.source.slice(from, from + 1))
    if ('([{'.includes(this.token.text)) this.brackets++
    if (')]}'.includes(this.token.text)) this.brackets--
  }

  /** Whether the sign comes next; it is then passed. */
  take(text: string): boolean {
    const isNext = this.token.kind === 'sign' && this.token.text === text
    if (isNext) this.next()
    return isNext
  }

  expect(text: string): void {
    if (!this.take(text)) this.unexpected(this.token.text, `, "${text}" is expected`)
  }

  name(): string {
    const { kind, text } = this.token
    if (kind !== 'name') this.unexpected(text, ', a name is expected')
    this.next()
    return text
  }

  unexpected(text: string, expected = ''): never {
    return fail(
      `invalid syntax: unexpected ${JSON.stringify(text)} at position ${this.token.from}${expected}`,
    )
  }
}

/** Value of a number literal. */
export function numberOf(text: string): bigint | number {
  const digits = text.replaceAll('_', '')
  if (!/^0[xob]/i.test(digits) && /[.e]/i.test(digits)) return Number(digits)
  if (/^0\d*[1-9]/.test(digits)) fail(`invalid number ${text.slice(0, 40)}: it begins with a zero`)
  if (digits.length > MAX_DIGITS) fail(`an integer literal has more than ${MAX_DIGITS} digits`)
  return BigInt(digits)
}

const ESCAPE =
  /\\(?:\r?\n|([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U(00(?:0\d|10)[\da-fA-F]{4}|000[\da-fA-F]{5})|([\s\S]))/g
const ESCAPED: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
}

/** The text of a string literal with its escape sequences replaced. */
export const unescaped = (text: string): string =>
  text.replace(ESCAPE, (sequence, octal?: string, x?: string, u?: string, long?: string, other?: string) => {
    const hex = x ?? u ?? long
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
    if (other === undefined) return ''
    return 'xuUN'.includes(other)
      ? fail(`the escape sequence ${sequence} in a string is not valid or not supported`)
      : (ESCAPED[other] ?? sequence)
  })
