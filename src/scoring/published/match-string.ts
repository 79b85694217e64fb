import { load } from '../../shared/load.ts'
import { memoizeOnce } from '../../shared/memoize.ts'
import { splitCodePoints, strip, WHITESPACE_RUN } from '../../shared/python/text.ts'

const SURROGATE = /[\ud800-\udfff]/

/** The texts with one UTF-16 unit for each distinct code point, where some take two. */
function encodeAsUnits(a: string, b: string): [string, string] {
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return [a, b]
  const units = new Map<string, string>()
  const assignUnit = (point: string): string => {
    let unit = units.get(point)
    if (unit === undefined) {
      unit = String.fromCharCode(units.size)
      units.set(point, unit)
    }
    return unit
  }
  const convert = (text: string) => splitCodePoints(text).map(assignUnit).join('')
  return [convert(a), convert(b)]
}

const distance = memoizeOnce(
  () => (load('fastest-levenshtein') as typeof import('fastest-levenshtein')).distance,
)

/** Edits (insert, delete, replace; no transposition) between two texts, in code points. */
export const computeLevenshtein = (a: string, b: string): number => distance()(...encodeAsUnits(a, b))

/** 1 minus the edits over the longer length in code points; 1 for two empty texts. */
export function computeSimilarity(a: string, b: string): number {
  const longest = Math.max(splitCodePoints(a).length, splitCodePoints(b).length)
  return longest === 0 ? 1 : 1 - computeLevenshtein(a, b) / longest
}

/** A text without differences of case and blanks. */
export const normalizeText = (text: string): string =>
  strip(text.toLowerCase().replaceAll(WHITESPACE_RUN, ' '))

/** Texts less alike than this score nothing. */
export const MIN_SIMILARITY = 0.85

/**
 * Score of one text against another: 1 where they are equal but for case and blanks, their similarity where that is
 * 0.85 or more, else 0. Source: the published scorer.
 */
export function matchString(expected: string, actual: string): number {
  if (expected === actual) return 1
  const [a, b] = [normalizeText(expected), normalizeText(actual)]
  if (a === b) return 1
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  // Each edit changes at most one code point, which is one or two units.
  if (long.length > 2 * short.length && !SURROGATE.test(long)) return 0
  const alike = computeSimilarity(a, b)
  return alike >= MIN_SIMILARITY ? alike : 0
}
