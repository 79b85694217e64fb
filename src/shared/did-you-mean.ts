import { load } from './load.ts'

const NEAR = 0.4
/** A shorter name is a part of too many others. */
const SHORTEST = 4

/** The name that was probably meant; undefined where none is near. */
export function nearestName(given: string, names: Iterable<string>): string | undefined {
  const list = [...names].filter((name) => name !== given)
  if (list.length === 0) return undefined
  const longer = list.filter((name) => given.length >= SHORTEST && name.includes(given))
  if (longer.length === 1) return longer[0]
  const { closest, distance } = load('fastest-levenshtein') as typeof import('fastest-levenshtein')
  const nearest = closest(given, list)
  return distance(given, nearest) <= Math.max(2, given.length * NEAR) ? nearest : undefined
}

/** `; did you mean "city"?` where one of the names is near, nothing where none is. */
export function didYouMean(given: string, names: Iterable<string>): string {
  const nearest = nearestName(given, names)
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`
}
