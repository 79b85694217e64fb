import { load } from './load.ts'

/** Share of the letters that may be wrong; two may in any name. */
const NEAR = 0.2
/** A shorter name is a part of too many others. */
const MIN_LENGTH = 4

/** The name that was probably meant; undefined if none is near. */
export function findNearestName(given: string, names: Iterable<string>): string | undefined {
  const list = [...names].filter((name) => name !== given)
  if (list.length === 0) return undefined
  const longer = list.filter((name) => given.length >= MIN_LENGTH && name.includes(given))
  if (longer.length === 1) return longer[0]
  const { closest, distance } = load('fastest-levenshtein') as typeof import('fastest-levenshtein')
  const nearest = closest(given, list)
  return distance(given, nearest) <= Math.max(2, given.length * NEAR) ? nearest : undefined
}

/** `; did you mean "city"?` if one of the names is near, else nothing. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const nearest = findNearestName(given, names)
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`
}
