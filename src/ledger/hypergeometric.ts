import { logChoose } from '../metrics/log-factorial.ts'

const kept = new Map<string, readonly number[]>()

/**
 * Probabilities of x = 0 .. draws marked items among `draws` drawn without replacement from `total` items of which
 * `marked` are marked. Kept by arguments: a suite has few different ones.
 */
export function hypergeometric(total: number, marked: number, draws: number): readonly number[] {
  const id = `${total} ${marked} ${draws}`
  const before = kept.get(id)
  if (before !== undefined) return before
  const all = logChoose(total, draws)
  const masses = Array.from({ length: draws + 1 }, (_, x) =>
    Math.exp(logChoose(marked, x) + logChoose(total - marked, draws - x) - all),
  )
  kept.set(id, masses)
  return masses
}
