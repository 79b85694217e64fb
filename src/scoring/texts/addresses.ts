import type { Span } from './spans.ts'

const SIGN = /:\/\/|@/g
const AFTER_SCHEME = /[^\s<>"'`|)\]}]+/uy
const DOMAIN = /[\p{L}\p{Nd}-]+(?:\.[\p{L}\p{Nd}-]+)+/uy
const LETTER = /^\p{L}$/u
const OF_SCHEME = /^[\p{L}\p{Nd}+.-]$/u
const OF_NAME = /^[\p{L}\p{Nd}_.+-]$/u

/** The character that ends at a place of a text. */
function charBefore(text: string, at: number): string {
  const code = text.codePointAt(at - 2)
  return at >= 2 && code !== undefined && code > 0xffff ? text.slice(at - 2, at) : text.slice(at - 1, at)
}

/** Where the characters before a place begin that fit, and of these the last that may be the first one. */
function startBefore(
  text: string,
  at: number,
  least: number,
  fits: RegExp,
  mayBegin?: RegExp,
): number | undefined {
  let start: number | undefined
  for (let from = at; from > least; ) {
    const char = charBefore(text, from)
    if (!fits.test(char)) break
    from -= char.length
    if (mayBegin === undefined || mayBegin.test(char)) start = from
  }
  return start
}

/**
 * Web and e-mail addresses in a text, in order. They are looked for from the sign that each has, so that the time grows
 * with the length of the text whatever stands in it.
 */
export function addressesIn(text: string): Span[] {
  const found: Span[] = []
  let least = 0
  for (const { index, 0: sign } of text.matchAll(SIGN)) {
    if (index < least) continue
    const start =
      sign === '@'
        ? startBefore(text, index, least, OF_NAME)
        : startBefore(text, index, least, OF_SCHEME, LETTER)
    if (start === undefined) continue
    const tail = sign === '@' ? DOMAIN : AFTER_SCHEME
    tail.lastIndex = index + sign.length
    const rest = tail.exec(text)
    if (rest === null) continue
    least = tail.lastIndex
    found.push({ start, end: least })
  }
  return found
}

const CLOSING = new Set('.,;:!?*_')

/** An address without the marks behind it that belong to the sentence. */
export function withoutClosing(address: string): string {
  let end = address.length
  while (end > 0 && CLOSING.has(address[end - 1] as string)) end--
  return address.slice(0, end)
}
