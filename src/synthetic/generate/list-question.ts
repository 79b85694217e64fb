import { normalise } from '../dedupe/dedupe-tool.ts'

/** What a question for a list of so many entries checks and can mend. */
export interface ListRules<T> {
  check(entries: readonly T[]): string[]
  salvage(entries: readonly T[]): { entries: T[]; notes: string[] }
}

const distinctBy = <T>(entries: readonly T[], nameOf: (entry: T) => string): T[] => {
  const seen = new Set<string>()
  return entries.filter((entry) => {
    const name = normalise(nameOf(entry))
    if (seen.has(name)) return false
    seen.add(name)
    return true
  })
}

/** A list is to have `count` entries of different names; what is short or repeated after all is reported. */
export function listRules<T>(count: number, what: string, nameOf: (entry: T) => string): ListRules<T> {
  return {
    check(entries) {
      const unlike = distinctBy(entries, nameOf)
      const problems = unlike.length < entries.length ? [`some ${what} are there twice`] : []
      return unlike.length === count
        ? problems
        : [...problems, `${count} ${what} are wanted, not ${unlike.length}`]
    },
    salvage(entries) {
      const unlike = distinctBy(entries, nameOf).slice(0, count)
      const notes = unlike.length < count ? [`${unlike.length} of ${count} ${what}`] : []
      return { entries: unlike, notes }
    },
  }
}
