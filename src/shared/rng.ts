import { computeSha256, formatAsciiLiteral } from './digest.ts'
import { load } from './load.ts'

const MAX_DRAWN = 2 ** 52 - 1

/** Random draws that a seed and a path determine. */
export interface Rng {
  /**
   * A whole number from `min` to `max`, both included; of a range of 2^53 numbers or more, as of 64-bit integers, one of
   * those next to 0.
   *
   * @throws RangeError where `max` is under `min`
   */
  int(min: number, max: number): number
  /** A number with `decimals` decimals from `min` to `max`, both included. */
  decimal(min: number, max: number, decimals: number): number
  /** One of the items, each as likely as another. */
  pick<T>(items: readonly T[]): T
  /** This many items at different places of the list, in random order. */
  sample<T>(items: readonly T[], count: number): T[]
  /** The items in random order, in a new list. */
  shuffle<T>(items: readonly T[]): T[]
}

/**
 * Draws of their own for each path below a seed, so that what one task takes does not shift what another gets.
 * The digest fills the whole state: seeded with one number, the generator's first outputs hardly differ.
 */
export function createRng(seed: number, ...path: (number | string)[]): Rng {
  const parts = ['generate', seed, ...path].map((part) =>
    typeof part === 'string' ? formatAsciiLiteral(part) : String(part),
  )
  const { unsafeUniformIntDistribution, xoroshiro128plus } = load('pure-rand') as typeof import('pure-rand')
  const bytes = Buffer.from(computeSha256(`[${parts.join(', ')}]`), 'hex')
  const generator = xoroshiro128plus.fromState([0, 4, 8, 12].map((at) => bytes.readInt32BE(at)))
  const drawInteger = (min: number, max: number): number => {
    if (!(min <= max)) throw new RangeError(`no whole number lies between ${min} and ${max}`)
    // The generator never ends where numbers next to each other are the same number.
    const low = Math.max(min, -MAX_DRAWN)
    const high = Math.min(max, MAX_DRAWN)
    if (low > high) return min > MAX_DRAWN ? min : max
    return unsafeUniformIntDistribution(low, high, generator)
  }
  const sample = <T>(items: readonly T[], count: number): T[] => {
    if (count > items.length) throw new RangeError(`cannot draw ${count} items from ${items.length}`)
    const rest = [...items]
    for (let i = 0; i < count; i++) {
      const j = drawInteger(i, rest.length - 1)
      const item = rest[j] as T
      rest[j] = rest[i] as T
      rest[i] = item
    }
    return rest.slice(0, count)
  }
  return {
    int: drawInteger,
    decimal(min, max, decimals) {
      const scale = 10 ** decimals
      return Number((drawInteger(Math.round(min * scale), Math.round(max * scale)) / scale).toFixed(decimals))
    },
    pick: (items) => sample(items, 1)[0] as (typeof items)[number],
    sample,
    shuffle: (items) => sample(items, items.length),
  }
}
