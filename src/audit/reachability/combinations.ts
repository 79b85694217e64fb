import { type CallIds, NO_CALLS, union } from './call-ids.ts'
import type { Branch } from './call-tree.ts'
import type { KnownValue } from './known-values.ts'
import { NO_VALUE, type NumberedArgument } from './value-ids.ts'

/** One way to fill a parameter. */
export interface Option {
  /** None where the parameter is left out. */
  argument: NumberedArgument | undefined
  /** Where the value is known from. */
  known: KnownValue | undefined
  /** The round at whose end it was there; before the first one for what no call gives. */
  round: number
}

/** The ways to fill one parameter. */
export interface Choice {
  options: readonly Option[]
  /** What each of them holds: bit 0 for something new, bit 1 for something that tells. */
  marks: readonly number[]
}

/** Before every round. */
export const NEVER_NEW = -1
export const LEFT_OUT: Option = { argument: undefined, known: undefined, round: NEVER_NEW }

/** What every combination must hold at least one of. */
export interface Demand {
  new: boolean
  telling: boolean
}

/** The ways to fill a parameter in a round: new is what the round before has brought. */
export const choiceOf = (options: readonly Option[], round: number): Choice => ({
  options,
  marks: options.map(
    (option) => (option.round === round - 1 ? 1 : 0) | (option.known?.tells === true ? 2 : 0),
  ),
})

const asked = (demand: Demand): number => (demand.new ? 1 : 0) | (demand.telling ? 2 : 0)

/** Number of combinations by what they hold. */
function countsOf(choices: readonly Choice[]): number[] {
  let counts = [1, 0, 0, 0]
  for (const { marks } of choices) {
    const own = [0, 0, 0, 0]
    for (const mark of marks) own[mark] = (own[mark] as number) + 1
    const next = [0, 0, 0, 0]
    for (const [held, count] of counts.entries()) {
      for (const [mark, options] of own.entries()) {
        next[held | mark] = (next[held | mark] as number) + count * options
      }
    }
    counts = next
  }
  return counts
}

/** Number of combinations that meet a demand. */
export const countCombinations = (choices: readonly Choice[], demand: Demand): number =>
  countsOf(choices).reduce(
    (sum, count, held) => ((held & asked(demand)) === asked(demand) ? sum + count : sum),
    0,
  )

/** Told of a combination: the end of its branch, an option of each choice, and the calls that these rest on. */
export type Visit = (branch: Branch, chosen: readonly Option[], extras: CallIds) => boolean

/**
 * Visits the combinations that meet a demand, one of each choice, until a visit gives true. The list of options is
 * that of the next combination when the visit is over.
 *
 * @param room Calls beside those of the expected trace that all values together may rest on; none are looked at where
 * it is infinite.
 * @returns whether a visit gave true
 */
export function visitCombinations(
  choices: readonly Choice[],
  demand: Demand,
  room: number,
  root: Branch,
  visit: Visit,
): boolean {
  // From each choice on, for each demand, whether it can still be met.
  const ahead = choices.map((_, at) => {
    const counts = countsOf(choices.slice(at))
    return [0, 1, 2, 3].map((wanted) => counts.some((count, held) => count > 0 && (held & wanted) === wanted))
  })
  const canCome = (at: number, wanted: number): boolean =>
    at === choices.length ? wanted === 0 : ahead[at]?.[wanted] === true
  const chosen: Option[] = []
  const isFree = room === Number.POSITIVE_INFINITY

  const from = (at: number, wanted: number, extras: CallIds, branch: Branch): boolean => {
    const choice = choices[at]
    if (choice === undefined) return visit(branch, chosen, extras)
    const { options, marks } = choice
    for (let i = 0; i < options.length; i++) {
      const option = options[i] as Option
      const left = wanted & ~(marks[i] as number)
      if (!canCome(at + 1, left)) continue
      const { argument, known } = option
      const all = isFree || known === undefined ? extras : union(extras, known.extras, room)
      if (all === undefined) continue
      chosen[at] = option
      if (from(at + 1, left, all, branch.at(argument?.id ?? NO_VALUE))) return true
    }
    return false
  }
  return from(0, asked(demand), NO_CALLS, root)
}
