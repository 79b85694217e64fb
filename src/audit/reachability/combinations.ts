import type { Json, JsonObject } from '../../shared/json.ts'
import type { KnownValue } from './known-values.ts'

/** One way to fill a parameter. */
export interface Option {
  /** None where the parameter is left out. */
  value?: Json
  /** The value as JSON text. */
  text?: string
  /** Where the value is known from. */
  known?: KnownValue
  /** Whether it was not there in the round before. */
  isNew: boolean
}

/** The ways to fill one parameter. */
export interface Choice {
  parameter: string
  options: readonly Option[]
}

/** What every combination must hold at least one of. */
export interface Demand {
  new: boolean
  telling: boolean
}

/** Arguments, and where each of them is known from. */
export interface Combination {
  arguments: JsonObject
  /** The arguments as JSON text, in the order of the choices. */
  text: string
  taken: Map<string, KnownValue>
}

// What an option or a combination holds: bit 0 for something new, bit 1 for something that tells.
const marksOf = ({ isNew, known }: Option): number => (isNew ? 1 : 0) | (known?.tells === true ? 2 : 0)
const asked = (demand: Demand): number => (demand.new ? 1 : 0) | (demand.telling ? 2 : 0)

/** Number of combinations by what they hold. */
function countsOf(choices: readonly Choice[]): number[] {
  let counts = [1, 0, 0, 0]
  for (const { options } of choices) {
    const next = [0, 0, 0, 0]
    for (const option of options) {
      const marks = marksOf(option)
      for (const [held, count] of counts.entries()) next[held | marks] = (next[held | marks] ?? 0) + count
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

const union = (a: ReadonlySet<string>, b: ReadonlySet<string> | undefined): ReadonlySet<string> =>
  b === undefined || b.size === 0 || a === b ? a : a.size === 0 ? b : new Set([...a, ...b])

/**
 * The combinations that meet a demand, one of each choice.
 *
 * @param room Calls beside those of the expected trace that all values together may rest on.
 */
export function* combinations(
  choices: readonly Choice[],
  demand: Demand,
  room: number = Number.POSITIVE_INFINITY,
): Generator<Combination, void, undefined> {
  // From each choice on, whether something of each kind can still come.
  const ahead = choices.map((_, at) => countsOf(choices.slice(at)))
  const canCome = (at: number, wanted: number): boolean =>
    at === choices.length
      ? wanted === 0
      : (ahead[at] ?? []).some((count, held) => count > 0 && (held & wanted) === wanted)
  const chosen: Option[] = []

  function* from(
    at: number,
    wanted: number,
    extras: ReadonlySet<string>,
  ): Generator<Combination, void, undefined> {
    const choice = choices[at]
    if (choice === undefined) {
      yield combined(choices, chosen)
      return
    }
    for (const option of choice.options) {
      const left = wanted & ~marksOf(option)
      if (!canCome(at + 1, left)) continue
      const all = room === Number.POSITIVE_INFINITY ? extras : union(extras, option.known?.extras)
      if (all.size > room) continue
      chosen[at] = option
      yield* from(at + 1, left, all)
    }
  }

  yield* from(0, asked(demand), new Set())
}

function combined(choices: readonly Choice[], chosen: readonly Option[]): Combination {
  const args: JsonObject = {}
  const taken = new Map<string, KnownValue>()
  const texts: string[] = []
  for (const [i, { parameter }] of choices.entries()) {
    const { value, text, known } = chosen[i] as Option
    if (value === undefined) continue
    args[parameter] = value
    texts.push(`${JSON.stringify(parameter)}:${text}`)
    if (known !== undefined) taken.set(parameter, known)
  }
  return { arguments: args, text: `{${texts.join(',')}}`, taken }
}
