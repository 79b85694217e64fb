import { compile } from './compile.ts'
import { LimitError } from './limit-error.ts'
import { Matcher } from './match.ts'
import { parsePattern } from './parse.ts'

const MAX_PATTERN = 10_000
const MAX_TEXTS = 2_000_000
const MAX_CHARACTERS = 10_000_000

/** The code points of a text, and how to cut the text by them. */
function decode(text: string): { codes: Int32Array; slice: (from: number, to: number) => string } {
  const codes = new Int32Array(text.length)
  const offsets = new Int32Array(text.length + 1)
  let count = 0
  for (let i = 0; i < text.length; count++) {
    const code = text.codePointAt(i) as number
    codes[count] = code
    offsets[count] = i
    i += code > 0xffff ? 2 : 1
  }
  offsets[count] = text.length
  return {
    codes: codes.subarray(0, count),
    slice: (from, to) => text.slice(offsets[from], offsets[to]),
  }
}

/** A match as Python's `findall` gives it: the text, that of the one group, or those of all groups. */
export type FoundMatch = string | string[]

/**
 * Python's `re.findall`: matches from left to right, empty ones included. Only the first is kept unless all
 * are asked for; the count is that of all.
 *
 * @throws {PatternError} for a pattern that is not valid
 * @throws {LimitError} where the steps, the memory or the result would exceed their bounds
 */
export function findAll(
  pattern: string,
  text: string,
  all: boolean,
): { matches: FoundMatch[]; count: number } {
  if (pattern.length > MAX_PATTERN) {
    throw new LimitError(`the pattern is longer than ${MAX_PATTERN} characters`)
  }
  const program = compile(parsePattern(pattern))
  const { codes, slice } = decode(text)
  const matcher = new Matcher(program, codes)
  const { groups } = program
  const matches: FoundMatch[] = []
  let texts = 0
  let characters = 0

  const keep = (from: number, to: number): string => {
    texts++
    characters += to - from
    if (texts > MAX_TEXTS) throw new LimitError(`the matches would be more than ${MAX_TEXTS} texts`)
    if (characters > MAX_CHARACTERS) {
      throw new LimitError(`the matches would be longer than ${MAX_CHARACTERS} characters together`)
    }
    return slice(from, to)
  }
  const group = (index: number): string => {
    const start = matcher.registers[index * 2] as number
    const end = matcher.registers[index * 2 + 1] as number
    return start < 0 || end < 0 ? keep(0, 0) : keep(start, end)
  }
  const shape = (from: number, to: number): FoundMatch => {
    if (groups === 0) return keep(from, to)
    return groups === 1 ? group(0) : Array.from({ length: groups }, (_, index) => group(index))
  }

  let count = 0
  let mustAdvance = false
  for (let from = matcher.nextStart(0); from <= codes.length; ) {
    const end = matcher.matchAt(from, mustAdvance)
    if (end < 0) {
      mustAdvance = false
      from = matcher.nextStart(from + 1)
      continue
    }
    if (all || count === 0) matches.push(shape(from, end))
    count++
    // After an empty match the next one may begin at the same place, but must not be empty too.
    mustAdvance = end === from
    from = matcher.nextStart(end)
  }
  return { matches, count }
}
