import { closest, distance } from 'fastest-levenshtein'

/** Names further away than that, in edits a letter, are no slip of the pen. */
const FURTHEST = 0.5

/** `; did you mean "city"?` where one of the names is near, nothing where none is. */
export function didYouMean(given: string, names: readonly string[]): string {
  if (names.length === 0) return ''
  const nearest = closest(given, names)
  const edits = distance(given.toLowerCase(), nearest.toLowerCase())
  return edits <= FURTHEST * Math.max(given.length, nearest.length) ? `; did you mean "${nearest}"?` : ''
}
