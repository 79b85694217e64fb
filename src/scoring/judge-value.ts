import { readBindingKey } from '../schema/binding.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'

/** Judges what stands in the place of an expected value; one score a graded leaf. */
export type Judge<Context, Leaf> = (actual: Json | undefined, context: Context, leaves: Leaf[]) => void

/** What stands in the places of a list or an object, by index or name. */
export type ValueFields = Readonly<Record<string, Json | undefined>>

/** What judges each part of an expected list or object, by index or name; made when a part is first judged. */
export type PartJudges<Context, Leaf> = (key: string) => Judge<Context, Leaf>

/** How arguments, or answers, are judged where a value is neither one of several nor free in its order. */
export interface ValueJudging<Place, Context, Leaf> {
  placeIn(place: Place, expected: object, key: string): Place
  /** Whether the order of a list does not count there; by default it does. */
  isSet?(place: Place): boolean
  /** What is given for a list or an object; undefined where something else stands there. */
  fieldsOf(expected: object, actual: Json | undefined, context: Context): ValueFields | undefined
  /** Judges a list in its order, or an object, by what is given for it. */
  whole(
    expected: Json[] | JsonObject,
    place: Place,
    judgeAt: PartJudges<Context, Leaf>,
  ): (given: ValueFields | undefined, ...judged: Parameters<Judge<Context, Leaf>>) => void
  /** The one verdict on a value that is none of several choices, from the verdicts of all. */
  noneOf(verdicts: [Leaf, ...Leaf[]]): Leaf
  /** Judges by a scalar, or by a binding that {@link judgeOf} does not judge itself. */
  leaf(expected: Json, place: Place): Judge<Context, Leaf>
}

type Right = { right: boolean }
const isRight = ({ right }: Right): boolean => right

/** Of several verdicts on one value the first that is right throughout, else the first. None is made after a right one. */
export function chooseFirstRight<Leaf extends Right>(verdicts: Iterable<Leaf[]>): Leaf[] {
  let first: Leaf[] | undefined
  for (const leaves of verdicts) {
    if (leaves.every(isRight)) return leaves
    first ??= leaves
  }
  return first ?? []
}

export function leavesBy<Context, Leaf>(
  judge: Judge<Context, Leaf>,
  actual: Json | undefined,
  context: Context,
): Leaf[] {
  const leaves: Leaf[] = []
  judge(actual, context, leaves)
  return leaves
}

/**
 * A maximum matching between two sides, by augmenting paths (Kuhn 1955): for each item on the left the item on the right
 * that it is matched with, or undefined. Of several matchings, one in which early items are matched with early ones.
 *
 * @param lefts Number of left items.
 * @param rights Number of right items.
 * @param fits Whether a left item may take a right one; asked at most once a pair.
 */
export function findMaximumMatching(
  lefts: number,
  rights: number,
  fits: (left: number, right: number) => boolean,
): (number | undefined)[] {
  const options = Array.from({ length: lefts }, (_, left) =>
    Array.from({ length: rights }, (_, right) => right).filter((right) => fits(left, right)),
  )
  const takenBy = new Map<number, number>()
  const place = (left: number, seen: Set<number>): boolean => {
    for (const right of options[left] ?? []) {
      if (seen.has(right)) continue
      seen.add(right)
      const holder = takenBy.get(right)
      if (holder !== undefined && !place(holder, seen)) continue
      takenBy.set(right, left)
      return true
    }
    return false
  }
  for (let left = 0; left < lefts; left++) place(left, new Set())
  const taken: (number | undefined)[] = Array.from({ length: lefts }, () => undefined)
  for (const [right, left] of takenBy) taken[left] = right
  return taken
}

/** Items, each where it fits: as many expected ones as can be take an item of their own. */
export function arrangeItems<Item>(
  expected: number,
  items: readonly Item[],
  fits: (expected: number, item: Item) => boolean,
): (Item | undefined)[] {
  const taken = findMaximumMatching(expected, items.length, (place, at) => fits(place, items[at] as Item))
  const free = items.filter((_, at) => !taken.includes(at))
  const inPlace = taken.map((at) => (at === undefined ? free.shift() : items[at]))
  return [...inPlace, ...free]
}

/** Given items, each where it is right. */
function arrangeRight<Context extends object, Leaf extends Right>(
  judges: readonly Judge<Context, Leaf>[],
  given: ValueFields,
  context: Context,
): ValueFields {
  const unexplained = { ...context, explain: 'none' }
  const isRightAt = (place: number, item: Json | undefined): boolean => {
    const judge = judges[place]
    return judge !== undefined && leavesBy(judge, item, unexplained).every(isRight)
  }
  return Object.fromEntries(arrangeItems(judges.length, Object.values(given), isRightAt).entries())
}

export function createWholeJudge<Place, Context extends object, Leaf extends Right>(
  expected: Json[] | JsonObject,
  place: Place,
  judging: ValueJudging<Place, Context, Leaf>,
  hasOrder = true,
): Judge<Context, Leaf> {
  const judges = new Map<string, Judge<Context, Leaf>>()
  const judgeAt = (key: string): Judge<Context, Leaf> => {
    let judge = judges.get(key)
    if (judge === undefined) {
      judge = createJudge(
        (expected as JsonObject)[key] as Json,
        judging.placeIn(place, expected, key),
        judging,
      )
      judges.set(key, judge)
    }
    return judge
  }
  const judge = judging.whole(expected, place, judgeAt)
  return (actual, context, leaves) => {
    const given = judging.fieldsOf(expected, actual, context)
    const parts =
      hasOrder || !given ? given : arrangeRight(Object.keys(expected).map(judgeAt), given, context)
    judge(parts, actual, context, leaves)
  }
}

/**
 * What judges values against an expected one, bindings included. All that does not depend on the actual value is settled
 * here: the judge is made once and used often.
 */
export function createJudge<Place, Context extends object, Leaf extends Right>(
  expected: Json,
  place: Place,
  judging: ValueJudging<Place, Context, Leaf>,
): Judge<Context, Leaf> {
  switch (readBindingKey(expected)) {
    case '$any':
      return () => undefined
    case '$oneOf': {
      const options = (expected as { $oneOf: Json[] }).$oneOf.map((one) => createJudge(one, place, judging))
      return (actual, context, leaves) => {
        const verdicts = options.map((judge) => leavesBy(judge, actual, context))
        const best = chooseFirstRight(verdicts)
        const [first, ...others] = verdicts.flat()
        const isNone = !best.every(isRight) && verdicts.every(({ length }) => length === 1)
        leaves.push(...(isNone && first !== undefined ? [judging.noneOf([first, ...others])] : best))
      }
    }
    case '$optional':
      return createJudge((expected as { $optional: Json }).$optional, place, judging)
    case '$unordered':
      return createWholeJudge((expected as { $unordered: Json[] }).$unordered, place, judging, false)
    case undefined:
      if (Array.isArray(expected)) return createWholeJudge(expected, place, judging, !judging.isSet?.(place))
      if (isObject(expected)) return createWholeJudge(expected, place, judging)
  }
  return judging.leaf(expected, place)
}
