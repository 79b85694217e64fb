import { STAMP } from './stamps.ts'

const MASK = /<redacted(?: (\d+))?>/

/** Whether something is masked in a recorded text. */
export const hasMask = (text: string): boolean => MASK.test(text)

/**
 * A recorded text with what stands now in the places of its masks; undefined where the rest is another text. Dates and
 * times in it may be others.
 *
 * @param known What masks with a number stand for; those that are met for the first time are added
 */
export function filledMasks(recorded: string, now: string, known: Map<string, string>): string | undefined {
  // Literal texts at even places, numbers of masks (undefined for one without) at odd ones.
  const parts = recorded.split(MASK)
  let filled = ''
  let at = 0
  for (let i = 0; i < parts.length; i += 2) {
    const literal = parts[i] ?? ''
    const number = i === 0 ? undefined : parts[i - 1]
    const value = number === undefined ? undefined : known.get(number)
    const isLast = i === parts.length - 1
    const from = at + (value?.length ?? 0)
    if (value !== undefined && !now.startsWith(value, at)) return undefined
    const isFree = i > 0 && value === undefined
    const found = findLiteral(now, literal, from, { isFree, isLast })
    if (found === undefined) return undefined
    if (i > 0) {
      const there = now.slice(at, found.start)
      // What was masked was something.
      if (there === '') return undefined
      if (number !== undefined) known.set(number, there)
      filled += there
    }
    filled += literal
    at = found.end
  }
  return at === now.length ? filled : undefined
}

/** Where a text stands, at a place or anywhere after it; its dates may be others. */
function findLiteral(
  text: string,
  literal: string,
  from: number,
  { isFree, isLast }: { isFree: boolean; isLast: boolean },
): { start: number; end: number } | undefined {
  const pieces = literal.split(STAMP)
  if (pieces.length === 1) {
    if (isLast && isFree) {
      const start = text.length - literal.length
      return start >= from && text.endsWith(literal) ? { start, end: text.length } : undefined
    }
    const start = isFree ? text.indexOf(literal, from) : from
    return start >= 0 && text.startsWith(literal, start) ? { start, end: start + literal.length } : undefined
  }
  const [first = '', ...rest] = pieces
  const start = isFree ? text.indexOf(first, from) : from
  if (start < 0 || !text.startsWith(first, start)) return undefined
  let end = start + first.length
  for (const [i, piece] of rest.entries()) {
    const isEnd = isLast && i === rest.length - 1
    const next = isEnd ? text.length - piece.length : text.indexOf(piece, end)
    if (next < end || !text.startsWith(piece, next)) return undefined
    end = next + piece.length
  }
  return { start, end }
}
