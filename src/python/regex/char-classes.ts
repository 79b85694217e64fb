import { SPACE, WORD } from '../text.ts'

/** What `\d`, `\s` and `\w` stand for, as bits. */
export const DIGITS = 1
export const SPACES = 2
export const WORDS = 4
const KNOWN = 8

const IS_DIGIT = /^\p{Nd}$/u
const IS_SPACE = new RegExp(`^${SPACE}$`, 'u')
const IS_WORD = new RegExp(`^[${WORD}]$`, 'u')

const unicodeKinds = new Uint8Array(0x110000)

function unicodeKind(code: number): number {
  const known = unicodeKinds[code] as number
  if (known !== 0) return known
  const char = String.fromCodePoint(code)
  const kind =
    KNOWN |
    (IS_DIGIT.test(char) ? DIGITS : 0) |
    (IS_SPACE.test(char) ? SPACES : 0) |
    (IS_WORD.test(char) ? WORDS : 0)
  unicodeKinds[code] = kind
  return kind
}

function asciiKind(code: number): number {
  if (code >= 0x30 && code <= 0x39) return DIGITS | WORDS
  if ((code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f) return WORDS
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) ? SPACES : 0
}

/** Whether `\w` matches a code point. */
export const isWord = (code: number, ascii: boolean): boolean =>
  ((ascii ? asciiKind(code) : unicodeKind(code)) & WORDS) !== 0

/** Case pairs of Unicode by simple (one to one) mappings, as Python's `re` uses them. */
interface CaseTables {
  /** Lower case of code points that are not their own. */
  lower: ReadonlyMap<number, number>
  /** By a lower-case code point: every code point that equals it without regard to case. */
  variants: ReadonlyMap<number, readonly number[]>
  /** Code points that have a case, sorted. */
  cased: readonly number[]
}

const LAST_CASED = 0x1ffff

const single = (text: string): number | undefined => {
  const code = text.codePointAt(0) as number
  return text.length === (code > 0xffff ? 2 : 1) ? code : undefined
}

function makeCaseTables(): CaseTables {
  const lower = new Map<number, number>()
  const origins = new Map<number, number[]>()
  const hasUpper = new Set<number>()
  for (let code = 0; code <= LAST_CASED; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const char = String.fromCodePoint(code)
    const lowered = char.toLowerCase()
    const uppered = char.toUpperCase()
    if (lowered === char && uppered === char) continue
    // The one letter with a longer lower case is the capital I with a dot.
    const small = single(lowered) ?? 0x69
    if (small !== code) lower.set(code, small)
    if ((single(uppered) ?? code) !== code) hasUpper.add(code)
    origins.set(small, [...(origins.get(small) ?? []), code])
  }
  const byUpper = new Map<string, number[]>()
  for (const [small, codes] of origins) {
    const upper = String.fromCodePoint(small).toUpperCase()
    byUpper.set(upper, [...(byUpper.get(upper) ?? []), small, ...codes])
  }
  const variants = new Map<number, readonly number[]>()
  for (const small of origins.keys()) {
    variants.set(small, [...new Set(byUpper.get(String.fromCodePoint(small).toUpperCase()))])
  }
  const cased = [...origins].flatMap(([small, codes]) => {
    const hasVariants = (variants.get(small)?.length ?? 0) > 1
    return codes.filter((code) => hasVariants || hasUpper.has(code))
  })
  return { lower, variants, cased: cased.sort((a, b) => a - b) }
}

let tables: CaseTables | undefined
const caseTables = (): CaseTables => {
  tables ??= makeCaseTables()
  return tables
}

const asciiLower = (code: number): number => (code >= 0x41 && code <= 0x5a ? code + 32 : code)

/** Simple lower case of a code point. */
export const lowerCase = (code: number, ascii: boolean): number =>
  ascii || code < 0x80 ? asciiLower(code) : (caseTables().lower.get(code) ?? code)

function variantsOf(code: number, ascii: boolean): readonly number[] {
  const small = lowerCase(code, ascii)
  if (ascii) return small >= 0x61 && small <= 0x7a ? [small, small - 32] : [small]
  return caseTables().variants.get(small) ?? [small]
}

/** Index of the first element that is not below the value. */
function lowerBound(sorted: readonly number[], value: number): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] as number) < value) from = middle + 1
    else to = middle
  }
  return from
}

function hasCased([from, to]: CodeRange, ascii: boolean): boolean {
  if (ascii) return (from <= 0x5a && to >= 0x41) || (from <= 0x7a && to >= 0x61)
  const { cased } = caseTables()
  return (cased[lowerBound(cased, from)] ?? Number.POSITIVE_INFINITY) <= to
}

/** First and last code point of a range. */
export type CodeRange = readonly [from: number, to: number]

/** `\d`, `\s` or `\w` by its bit, or the opposite. */
export interface Kind {
  bit: number
  negated: boolean
}

interface CharSetSpec {
  negated?: boolean
  ranges?: readonly CodeRange[]
  kinds?: readonly Kind[]
  ignoreCase?: boolean
  ascii?: boolean
}

/** Sorted bounds of the ranges with overlaps merged: from, to, from, to ... */
function mergeRanges(ranges: readonly CodeRange[]): { starts: number[]; ends: number[] } {
  const starts: number[] = []
  const ends: number[] = []
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = ends.length - 1
    if (last >= 0 && from <= (ends[last] as number) + 1) ends[last] = Math.max(ends[last] as number, to)
    else {
      starts.push(from)
      ends.push(to)
    }
  }
  return { starts, ends }
}

/** What one character of a pattern matches. */
export class CharSet {
  private readonly negated: boolean
  private readonly starts: readonly number[]
  private readonly ends: readonly number[]
  private readonly kinds: readonly Kind[]
  private readonly folds: boolean
  private readonly ascii: boolean
  // 0: not known yet, 1: not in the set, 2: in the set.
  private readonly latin = new Uint8Array(256)

  constructor({ negated = false, ranges = [], kinds = [], ignoreCase = false, ascii = false }: CharSetSpec) {
    this.negated = negated
    const { starts, ends } = mergeRanges(ranges)
    this.starts = starts
    this.ends = ends
    // Each kind once: a pattern may name them thousands of times.
    this.kinds = kinds.filter(
      ({ bit, negated }, i) => kinds.findIndex((kind) => kind.bit === bit && kind.negated === negated) === i,
    )
    this.ascii = ascii
    this.folds = ignoreCase && ranges.some((range) => hasCased(range, ascii))
  }

  has(code: number): boolean {
    if (code >= 256) return this.contains(code)
    const known = this.latin[code] as number
    if (known !== 0) return known === 2
    const found = this.contains(code)
    this.latin[code] = found ? 2 : 1
    return found
  }

  private contains(code: number): boolean {
    const inRanges = this.folds
      ? variantsOf(code, this.ascii).some((variant) => this.inRanges(variant))
      : this.inRanges(code)
    return (inRanges || this.inKinds(code)) !== this.negated
  }

  private inRanges(code: number): boolean {
    const { starts, ends } = this
    if (starts.length === 1) return code >= (starts[0] as number) && code <= (ends[0] as number)
    return (starts[lowerBound(ends, code)] ?? Number.POSITIVE_INFINITY) <= code
  }

  private inKinds(code: number): boolean {
    if (this.kinds.length === 0) return false
    const tested = this.folds ? lowerCase(code, this.ascii) : code
    const kind = this.ascii ? asciiKind(tested) : unicodeKind(tested)
    return this.kinds.some(({ bit, negated }) => ((kind & bit) !== 0) !== negated)
  }
}
