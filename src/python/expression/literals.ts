import { fail } from './machine.ts'
import type { PyValue } from './values.ts'
import { PyBytes } from './values.ts'

const INTEGER = /^(?:0[xX](?:_?[\da-fA-F])+|0[oO](?:_?[0-7])+|0[bB](?:_?[01])+|0(?:_?0)*|[1-9](?:_?\d)*)$/
const FLOAT = /^(?:\d(?:_?\d)*)?(?:\.(?:\d(?:_?\d)*)?)?(?:[eE][+-]?\d(?:_?\d)*)?$/
const MOST_DIGITS = 4300

/** Value of a number literal. */
export function numberLiteral(text: string): PyValue {
  const digits = text.replaceAll('_', '')
  if (INTEGER.test(text)) {
    if (digits.length > MOST_DIGITS) fail(`an integer literal has more than ${MOST_DIGITS} digits`)
    return BigInt(digits)
  }
  if (/[jJ]$/.test(text)) fail('complex numbers are not supported')
  if (!FLOAT.test(text) || /^0\d+$/.test(digits)) fail(`invalid number ${text.slice(0, 40)}`)
  return Number(digits)
}

const ESCAPES: Record<string, string> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\n': '',
}
const HEX_DIGITS: Record<string, number> = { x: 2, u: 4, U: 8 }

/** The escape sequence at a backslash: what it stands for and its length in the source. */
function escapeAt(text: string, at: number, bytes: boolean): { value: string; size: number } {
  const letter = text[at + 1] ?? ''
  const simple = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined
  if (simple !== undefined) return { value: simple, size: 2 }
  const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))
  if (octal !== null) {
    return { value: String.fromCharCode(Number.parseInt(octal[0], 8)), size: 1 + octal[0].length }
  }
  const count =
    Object.hasOwn(HEX_DIGITS, letter) && (letter === 'x' || !bytes) ? HEX_DIGITS[letter] : undefined
  if (count !== undefined) {
    const digits = text.slice(at + 2, at + 2 + count)
    const code = Number.parseInt(digits, 16)
    if (digits.length < count || /[^\da-fA-F]/.test(digits) || code > 0x10ffff) {
      fail(`invalid escape sequence \\${letter}${digits} in a string`)
    }
    return { value: String.fromCodePoint(code), size: 2 + count }
  }
  if (letter === 'N' && !bytes) fail('characters by name (\\N{...}) are not supported')
  return { value: `\\${letter}`, size: 1 + letter.length }
}

/** Text between the quotes with its escapes replaced; in an f-string `{{` and `}}` stand for one brace. */
export function decodeText(text: string, { raw, bytes = false, format = false }: Prefix): string {
  let out = ''
  for (let at = 0; at < text.length; ) {
    const char = text[at] as string
    if (char === '\\' && !raw) {
      const { value, size } = escapeAt(text, at, bytes)
      out += value
      at += size
    } else if (format && (char === '{' || char === '}')) {
      if (text[at + 1] !== char) fail(`a single "${char}" in an f-string`)
      out += char
      at += 2
    } else if (char === '\r') {
      out += '\n'
      at += text[at + 1] === '\n' ? 2 : 1
    } else {
      out += char
      at++
    }
  }
  return out
}

export interface Prefix {
  raw: boolean
  bytes?: boolean
  format?: boolean
}

/** Where the content of a string literal begins and ends, and what its prefix says. */
export function delimitersOf(source: string): { prefix: Prefix; open: number; close: number } {
  const match = /^([a-zA-Z]*)('''|"""|'|")/.exec(source)
  if (match === null) fail('invalid string')
  const [opening, letters = '', quote = ''] = match
  if (source.length < opening.length + quote.length || !source.endsWith(quote)) fail('a string is not closed')
  const has = (letter: string): boolean => letters.toLowerCase().includes(letter)
  return {
    prefix: { raw: has('r'), bytes: has('b'), format: has('f') },
    open: opening.length,
    close: source.length - quote.length,
  }
}

/** Value of a string or bytes literal. */
export function stringLiteral(source: string): PyValue {
  const { prefix, open, close } = delimitersOf(source)
  const text = decodeText(source.slice(open, close), prefix)
  if (!prefix.bytes) return text
  if (/[^\0-\xff]/.test(text) || /[^\0-\x7f]/.test(source)) fail('bytes can only hold ASCII characters')
  return new PyBytes(text)
}
