import { groupBy } from '../../shared/group.ts'
import type { PyJson } from '../../shared/python/json.ts'
import { formatPythonStr } from '../../shared/python/repr.ts'
import { listExpectedKeys, listGivenKeys } from './keys.ts'
import { type ArgumentMatch, isObject, isTruthy, type PyObject } from './match-value.ts'

/** The places of calls in a trace, last first, so that the first one is at the end. */
type Places = number[]

/** A value in quotes, so that a text is not taken for a number. */
const write = (value: PyJson): string => formatPythonStr([value])

const listItems = (value: PyJson): [string | number, PyJson][] | undefined => {
  if (Array.isArray(value)) return [...value.entries()]
  return isObject(value) ? Object.entries(value) : undefined
}

/**
 * The calls of one tool by what can make a step score them differently. A value is common if many different calls have
 * it at the same path. Calls that have the same common values are a group. A step scores none of a group better than its
 * first call, except where it scores a rare value; keys lead to the calls with such a value.
 *
 * So comparisons grow as the calls do, except where no key tells calls apart. Texts of more than 13 code points may share
 * most of their words, or calls may mix values that others have as well. Then a step is compared with many calls.
 */
export class CallIndex {
  private readonly groups: ReadonlyMap<string, Places>
  /** Sets of equal calls, by the keys of their rare values. */
  private readonly holders: ReadonlyMap<string, Places[]>
  private readonly counts = new Map<string, number>()
  /** Values and keys of more different calls are common. */
  private readonly limit: number

  /** @param places Calls of one tool, in order */
  constructor(places: readonly number[], argumentsAt: (at: number) => PyObject) {
    const sets = groupBy(places.toReversed(), (at) => write(argumentsAt(at)))
    const different = [...sets.values()].map((equal) => ({ equal, args: argumentsAt(equal[0] as number) }))
    this.limit = Math.sqrt(different.length)
    for (const { args } of different) this.count('', args)
    const described = different.map(({ equal, args }) => {
      const keys = new Set<string>()
      return { equal, common: this.describeItems('', args, keys), keys }
    })
    const commonOf = new Map(described.flatMap(({ equal, common }) => equal.map((at) => [at, common])))
    this.groups = groupBy(places.toReversed(), (at) => commonOf.get(at) as string)
    this.holders = new Map(
      [
        ...groupBy(
          described.flatMap(({ equal, keys }) => [...keys].map((key) => ({ key, equal }))),
          ({ key }) => key,
        ),
      ].map(([key, all]) => [key, all.map(({ equal }) => equal)]),
    )
  }

  /**
   * Tries unused calls until none of the others can be the best match of a step.
   *
   * @param isBeaten Whether an earlier call than this one has at least this score
   */
  search(
    expected: PyObject,
    used: ReadonlySet<number>,
    tryCall: (at: number) => ArgumentMatch,
    isBeaten: (score: number, at: number) => boolean,
  ): void {
    const isOpen = new Set<string>()
    const found = new Set<Places>()
    for (const [name, value] of Object.entries(expected)) {
      for (const key of this.listKeys(`/${name}`, value)) {
        if (this.isRare(key)) for (const equal of this.holders.get(key) ?? []) found.add(equal)
        else isOpen.add(name)
      }
    }
    for (const equal of found) for (const at of skipUsed(equal, used).slice(-1)) tryCall(at)
    for (const group of this.groups.values()) {
      const first = skipUsed(group, used).at(-1)
      if (first === undefined) continue
      const { per_argument: scores, score } = tryCall(first)
      if (isOpen.size === 0) continue
      // Calls with many near values were not looked at: at best, each such value is right.
      const atBest = (sum: number, name: string): number => sum + (isOpen.has(name) ? 1 : (scores[name] ?? 0))
      const size = Object.keys(scores).length
      const most = size === 0 ? score : Object.keys(expected).reduce(atBest, 0) / size
      for (let i = group.length - 2; i >= 0; i--) {
        const at = group[i] as number
        if (isBeaten(most, at)) break
        if (!used.has(at)) tryCall(at)
      }
    }
  }

  private count(path: string, value: PyJson): void {
    const key = `${path} ${write(value)}`
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
    for (const [name, item] of listItems(value) ?? []) this.count(`${path}/${name}`, item)
  }

  /** What a value has in common with many. Of a rare one these are its names or length and its truth, and its keys are added. */
  private describe(path: string, value: PyJson, keys: Set<string>): string {
    const written = write(value)
    if ((this.counts.get(`${path} ${written}`) ?? 0) > this.limit) return written
    for (const key of listGivenKeys(value)) keys.add(`${path} ${key}`)
    if (listItems(value) !== undefined) return this.describeItems(path, value, keys)
    return value === null ? written : String(isTruthy(value))
  }

  private describeItems(path: string, value: PyJson, keys: Set<string>): string {
    const parts = (listItems(value) ?? []).map(
      ([name, item]) => `${JSON.stringify(name)}: ${this.describe(`${path}/${name}`, item, keys)}`,
    )
    return `${Array.isArray(value) ? 'list' : 'object'} ${parts.length} (${parts.join(', ')})`
  }

  private isRare(key: string): boolean {
    return (this.holders.get(key)?.length ?? 0) <= this.limit
  }

  private listKeys(path: string, expected: PyJson): string[] {
    const items = listItems(expected)
    if (items === undefined) {
      const isRare = (key: string): boolean => this.isRare(`${path} ${key}`)
      return listExpectedKeys(expected, isRare).map((key) => `${path} ${key}`)
    }
    return items.flatMap(([name, item]) => this.listKeys(`${path}/${name}`, item))
  }
}

/** Drops the used ones from the end, where the first place is. */
function skipUsed(places: Places, used: ReadonlySet<number>): Places {
  while (used.has(places.at(-1) ?? -1)) places.pop()
  return places
}
