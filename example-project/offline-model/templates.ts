import { bestLeaf } from './answer.ts'
import type { Call } from './history.ts'
import type { Leaf } from './outputs.ts'

const GAP = /<([^<>\n]+)>/g

/** Whether a text has gaps for values that were found: `Oslo: <air temperature> celsius`. */
export const hasGaps = (value: unknown): boolean => typeof value === 'string' && value.search(GAP) >= 0

/** Arguments with the gaps of their texts filled by what the calls found. */
export function fillGaps(args: Record<string, unknown>, calls: readonly Call[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      const taken = new Set<Leaf>()
      const filled = value.replace(GAP, (gap, words: string) => {
        const leaf = bestLeaf(words, calls, taken)
        if (leaf === undefined) return gap
        taken.add(leaf)
        return String(leaf.value)
      })
      return [name, filled]
    }),
  )
}
