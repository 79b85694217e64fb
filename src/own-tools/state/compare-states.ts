/**
 * Compares the state that an agent's run leaves with the state that the reference leaves. The rules are from the page on
 * own tools, "Live tools and state".
 *
 * - (a) Two reference runs show what changes by itself.
 * - (b) If the agent worded a text itself, the caller runs the reference anew with that text.
 * - (c) Results of matched writes that differ count as changing.
 * - (d) Lists of objects are multisets, other lists are ordered, and numbers agree to 12 digits.
 */
import { groupBy } from '../../shared/group.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { appendKey } from '../../shared/pointer.ts'
import { makePrintable } from '../../shared/printable.ts'
import { type Changing, KEY, mapPair, type Pair, readRows } from './find-changing.ts'
import { type FormRules, listScalars, StateForm } from './state-form.ts'

/** What differs at a place; undefined where a state has no such value. */
interface StateDifference {
  place: string
  values: Pair<Json | undefined>
  isRow: boolean
  /** Whether both values change by themselves, but do not correspond. */
  isMisplaced: boolean
}

/** Of more paths, only one at a time is left out. */
const MAX_SUBSET_PATHS = 5

/** All subsets but the empty one. */
function listSubsets(paths: readonly string[]): ReadonlySet<string>[] {
  if (paths.length > MAX_SUBSET_PATHS) return paths.map((path) => new Set([path]))
  return Array.from(
    { length: 2 ** paths.length - 1 },
    (_, bits) => new Set(paths.filter((_, i) => ((bits + 1) >> i) & 1)),
  )
}

const NONE: ReadonlySet<never> = new Set<never>()
const NOTHING_CHANGES: Changing = { values: NONE, times: NONE, keyed: NONE, leftOut: NONE }
const MAX_DIFFERENCES = 5
const MAX_SHOWN_LENGTH = 160
/** Rows without an equal row that are paired by their likeness for the message. */
const MAX_PAIRED_ROWS = 30
/** Each round follows references between rows one step further. */
const MAX_ROUNDS = 8

const listKeys = (objects: Pair<Json>): string[] => [
  ...new Set(objects.flatMap((object) => Object.keys(object as JsonObject))),
]

const readFields = (objects: Pair<Json>, key: string): Pair<Json | undefined> =>
  mapPair(objects as Pair<JsonObject>, (object) => (Object.hasOwn(object, key) ? object[key] : undefined))

/** The rows of each list that have no equal row in the other list. */
function dropEqualRows(
  lists: Pair<JsonObject[]>,
  format: (row: Json, side: 0 | 1) => string,
): Pair<JsonObject[]> {
  const others = groupBy(lists[1], (row) => format(row, 1))
  const missing = lists[0].filter((row) => others.get(format(row, 0))?.pop() === undefined)
  return [missing, [...others.values()].flat()]
}

class StateComparison {
  readonly #rules: Pair<FormRules>
  /** Objects whose keys change, or are results of writes. */
  readonly #keyed: Set<string>
  readonly #forms: Pair<StateForm>
  /** Indices of rows in their lists, before equal rows were dropped. */
  readonly #indices = new Map<Json, number>()
  readonly differences: StateDifference[] = []

  /** Paths at which both states have results of writes. */
  readonly ownPaths = new Set<string>()

  /** @param literal Paths at which results of writes are compared as they stand */
  constructor(
    given: Pair<Json>,
    changing: Changing,
    own: Pair<ReadonlySet<Json>>,
    literal: ReadonlySet<string> = NONE,
  ) {
    const { ownPaths } = this
    const keyed = new Set(changing.keyed)
    this.#keyed = keyed
    this.#rules = mapPair(own, (values) => ({ ...changing, keyed, own: values, ownPaths }))
    const states = this.#reduce(given, '') as Pair<Json>
    const [ones, others] = mapPair(states, (state, side) =>
      listScalars(state, '', keyed).filter(([value]) => own[side].has(value)),
    )
    const paths = new Set(others.map(([, path]) => path))
    for (const [, path] of ones) if (paths.has(path) && !literal.has(path)) ownPaths.add(path)
    this.#forms = mapPair(states, (state, side) => new StateForm(state, this.#rules[side]))
    this.#compare(states, '', '')
    if (this.differences.length > 0) return
    let count = 0
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const [one, other] = mapPair(this.#forms, (form, side) => form.refine(states[side]))
      if (one + other <= count) break
      count = one + other
    }
    this.#compare(states, '', '', true)
  }

  /** Both states without the rows that they share, except in lists where something changes by itself. */
  #reduce(sides: Pair<Json | undefined>, path: string): Pair<Json | undefined> {
    const [one, other] = mapPair(sides, (side) => readRows(side, path, NONE))
    const { own: _, ...changing } = this.#rules[0]
    const isTouched = (): boolean =>
      Object.values(changing).some((paths) => [...paths].some((at) => at.startsWith(`${path}/*`)))
    if (one !== undefined && other !== undefined && !isTouched()) {
      for (const [i, row] of other.entries()) this.#indices.set(row, i)
      return dropEqualRows([one, other], (row) => JSON.stringify(row))
    }
    if (!sides.every(isObject)) return sides
    const objects = sides as Pair<JsonObject>
    if (this.#haveOwnKeys(objects)) this.#keyed.add(path)
    if (this.#keyed.has(path)) return sides
    const fields = listKeys(objects).map(
      (key) => [key, this.#reduce(readFields(objects, key), appendKey(path, key))] as const,
    )
    return mapPair([0, 1], (side) =>
      Object.fromEntries(
        fields.flatMap(([key, values]) => (values[side] === undefined ? [] : [[key, values[side]]])),
      ),
    )
  }

  #haveOwnKeys(objects: Pair<JsonObject>): boolean {
    const isUnlike = (key: string): boolean =>
      new Set(readFields(objects, key).map((value) => JSON.stringify(value))).size > 1
    return mapPair(objects, (object, side) =>
      Object.keys(object).some((key) => this.#rules[side].own.has(key) && isUnlike(key)),
    ).every(Boolean)
  }

  #compare(sides: Pair<Json | undefined>, path: string, place: string, isMisplaced = false): void {
    if (this.#rules[0].leftOut.has(path)) return
    const values = sides as Pair<Json>
    const isKnown = !sides.includes(undefined)
    const [one, other] = mapPair(sides, (value) => readRows(value, path, this.#keyed))
    const areLists = sides.every(Array.isArray)
    if (one !== undefined && other !== undefined) this.#compareRows([one, other], path, place, isMisplaced)
    else if (areLists || sides.every(isObject))
      for (const key of listKeys(values))
        this.#compare(
          readFields(values, key),
          areLists ? `${path}/*` : appendKey(path, key),
          appendKey(place, key),
          isMisplaced,
        )
    else if (!isKnown || !this.#areSame(values, path, place))
      this.differences.push({ place, values: sides, isRow: false, isMisplaced })
  }

  #areSame(values: Pair<Json>, path: string, place?: string): boolean {
    const [one, other] = mapPair(values, (value, side) => this.#forms[side].format(value, path, place))
    return one === other
  }

  #compareRows(lists: Pair<JsonObject[]>, path: string, place: string, isMisplaced: boolean): void {
    const at = `${path}/*`
    const [missing, extra] = dropEqualRows(lists, (row, side) => this.#forms[side].format(row, at))
    for (const [i, row] of missing.entries()) {
      const like = i < MAX_PAIRED_ROWS ? this.#findLike(row, extra.slice(0, MAX_PAIRED_ROWS), at) : undefined
      if (like === undefined)
        this.differences.push({ place, values: [row, undefined], isRow: true, isMisplaced })
      else {
        extra.splice(extra.indexOf(like), 1)
        const label = like[KEY] ?? this.#indices.get(like) ?? lists[1].indexOf(like)
        this.#compare([row, like], at, appendKey(place, String(label)), isMisplaced)
      }
    }
    for (const row of extra)
      this.differences.push({ place, values: [undefined, row], isRow: true, isMisplaced })
  }

  /** The row that shares most fields with a row, if it shares half of them. */
  #findLike(row: JsonObject, rows: JsonObject[], path: string): JsonObject | undefined {
    const isShared = (other: JsonObject, key: string): boolean =>
      this.#areSame(
        mapPair(readFields([row, other], key), (value = null) => value),
        appendKey(path, key),
      )
    const keys = Object.keys(row)
    const counts = rows.map((other) => keys.filter((key) => isShared(other, key)).length)
    const most = Math.max(...counts)
    return most * 2 >= keys.length ? rows[counts.indexOf(most)] : undefined
  }
}

function showValue(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return makePrintable(text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}...` : text)
}

type DescribeValues = (one: string, other: string, isMisplaced: boolean) => string

/** Differences in words: the first few, and how many more there are. */
function describeDifferences({ differences }: StateComparison, describeValues: DescribeValues): string[] {
  const texts = differences.slice(0, MAX_DIFFERENCES).map(({ place, values, isRow, isMisplaced }) => {
    const [one, other] = mapPair(values, showValue)
    const rowWords = values[0] === undefined ? `one row more: ${other}` : `one row is missing: ${one}`
    return `${makePrintable(place.slice(1)) || 'state()'}: ${isRow ? rowWords : describeValues(one, other, isMisplaced)}`
  })
  const more = differences.length - texts.length
  return more > 0 ? [...texts, `and ${more} more`] : texts
}

/**
 * How the state after an agent's run differs from what the reference leaves, by path: an empty list where both are equal.
 *
 * @param states.own Results of matched writes that differ in both runs, by {@link findOwnValues}
 */
export function compareStates(states: {
  reference: Json
  changing: Changing
  after: Json
  own?: Pair<ReadonlySet<Json>>
}): string[] {
  const { reference, changing, after, own = [NONE, NONE] } = states
  const compare = (literal: ReadonlySet<string> = NONE): StateComparison =>
    new StateComparison([reference, after], changing, own, literal)
  const comparison = compare()
  // A quantity may equal a serial number by chance.
  const isEqual = (literal: ReadonlySet<string>): boolean => compare(literal).differences.length === 0
  if (comparison.differences.length > 0 && listSubsets([...comparison.ownPaths]).some(isEqual)) return []
  return describeDifferences(comparison, (expected, actual, isMisplaced) =>
    isMisplaced
      ? `${actual} does not correspond to the reference's ${expected}`
      : `${actual}, expected ${expected}`,
  )
}

/**
 * What a reset leaves behind: how the states right after two resets differ, with a run between them, by path.
 *
 * @param changing What changes with every reset, by {@link findChanging} of two resets without a run between them, the
 *   second with a shifted `Date`
 */
export function findLeftover(one: Json, other: Json, changing: Changing = NOTHING_CHANGES): string[] {
  const comparison = new StateComparison([one, other], changing, [NONE, NONE])
  return describeDifferences(
    comparison,
    (first, second) => `${first} after one reset, ${second} after the next`,
  )
}
