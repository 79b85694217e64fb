import { memoizeOnce } from '../../../shared/memoize.ts'
import { SPACE as SPACE_CLASS, splitWords, WORD } from '../../../shared/python/text.ts'

/** Inside of a character class: what Python's `\s` matches. */
export const SPACE_RANGES: string = SPACE_CLASS.slice(1, -1)
/** Python's `\b` before and after a word character; JavaScript's knows ASCII only. */
export const WORD_START = `(?<![${WORD}])`
export const WORD_END = `(?![${WORD}])`

/** A piece of a text and the UTF-16 offset that it starts at. */
export interface Match {
  text: string
  start: number
}

/** Finds the non-overlapping matches of a pattern from left to right; the pattern is built for the first text. */
export function createFinder(source: string): (text: string) => Match[] {
  const pattern = memoizeOnce(() => new RegExp(source, 'gu'))
  return (text) => Array.from(text.matchAll(pattern()), (match) => ({ text: match[0], start: match.index }))
}

const LOCAL_PART = `[${WORD}.+-]+`
const DOMAIN_PART = `@[${WORD}-]+\\.[${WORD}.-]+`

/**
 * E-mail addresses, a full stop after one included. Local part and domain are two patterns: as one, a long
 * run of letters without "@" would be scanned again from each of its letters.
 */
export function findEmails(text: string): Match[] {
  const local = new RegExp(LOCAL_PART, 'gu')
  const domain = new RegExp(DOMAIN_PART, 'uy')
  const found: Match[] = []
  for (let match = local.exec(text); match !== null; match = local.exec(text)) {
    domain.lastIndex = local.lastIndex
    if (!domain.test(text)) continue
    found.push({ text: text.slice(match.index, domain.lastIndex), start: match.index })
    local.lastIndex = domain.lastIndex
  }
  return found
}

/** Runs of nine characters and more that look dialled; dates with hyphens are among them. */
export const findPhones: (text: string) => Match[] = createFinder(
  `\\+?\\p{Nd}[\\p{Nd}${SPACE_RANGES}()-]{7,}\\p{Nd}`,
)

export const collectWords = (text: string): Set<string> => new Set(splitWords(text.toLowerCase()))

export const countOverlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared
}

/** UTF-16 units that UTF-8 cannot carry. */
export const hasLoneSurrogate = (text: string): boolean => /\p{Cs}/u.test(text)

/** Percent-encodes all but A-Z a-z 0-9 _ . - ~. Throws a `URIError` at half of a surrogate pair. */
export const encodePercent = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Longest result in UTF-16 units: a short call must not be able to ask for gigabytes. */
export const MAX_RESULT = 10_000_000

// Models often write these as a backslash and a letter.
const ESCAPED_SEPARATORS = new Map([
  ['\\n', '\n'],
  ['\\t', '\t'],
  ['\\r', '\r'],
])

/** The separator that is meant: a control character where its escape was written out. */
export const unescapeSeparator = (written: string): string => ESCAPED_SEPARATORS.get(written) ?? written
