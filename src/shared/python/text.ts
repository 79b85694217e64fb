// Python's str.isspace(): as JavaScript's \s with U+001C..U+001F and U+0085, without U+FEFF.
export const SPACE = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]'
/** Inside of a character class: what Python's `\w` matches. */
export const WORD = '\\p{L}\\p{N}_'
export const WHITESPACE_RUN: RegExp = new RegExp(`${SPACE}+`, 'gu')
/** Characters from `!` to `~` are looked at without a pattern: most texts begin and end with one. */
const isSpaceAt = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at)
  return !(unit > 0x20 && unit < 0x7f) && ONE_SPACE.test(text.charAt(at))
}
const ONE_SPACE = new RegExp(`^${SPACE}$`, 'u')

export function strip(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && isSpaceAt(text, from)) from++
  while (to > from && isSpaceAt(text, to - 1)) to--
  return text.slice(from, to)
}

/** Python's `str.split()`: pieces between white space, none of them empty. */
export const splitWhitespace = (text: string): string[] =>
  text.split(WHITESPACE_RUN).filter((piece) => piece !== '')

/** The text as code points: Python counts and slices these, never UTF-16 units. */
export const splitCodePoints = (text: string): string[] => Array.from(text)

export const countCodePoints = (text: string): number =>
  SURROGATE.test(text) ? splitCodePoints(text).length : text.length

const SURROGATE = /[\ud800-\udfff]/

/** Python's `text[:count]` in code points; a negative count drops from the end. */
export const cutHead = (text: string, count: number): string =>
  SURROGATE.test(text) ? splitCodePoints(text).slice(0, count).join('') : text.slice(0, count)

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xe000

export function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0
  let shared = 0
  while (shared < a.length && a.charCodeAt(shared) === b.charCodeAt(shared)) shared++
  const [one, other] = [a.charCodeAt(shared), b.charCodeAt(shared)]
  // Outside of surrogates the order of UTF-16 units is that of code points.
  if (!isSurrogate(one) && !isSurrogate(other) && !isSurrogate(a.charCodeAt(shared - 1))) {
    return Number.isNaN(one) || Number.isNaN(other) ? a.length - b.length : one - other
  }
  const left = splitCodePoints(a)
  const right = splitCodePoints(b)
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i] as string).codePointAt(0)! - (right[i] as string).codePointAt(0)!
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

const WORD_RUN = new RegExp(`[${WORD}]+`, 'gu')

/** Maximal runs of letters, numbers and underscore; combining marks are not word characters. */
export const splitWords = (text: string): string[] => text.match(WORD_RUN) ?? []

/** Sentences: the stripped text split at white space that follows `.`, `!` or `?`. */
export const splitSentences = (text: string): string[] =>
  strip(text).split(new RegExp(`(?<=[.!?])${SPACE}+`, 'u'))
