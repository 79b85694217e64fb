import { sourcesOf } from '../../schema/binding.ts'
import { type OutputOf, resolve } from '../../scoring/bindings.ts'
import type { Json } from '../../shared/json.ts'

/** How near to the middle between two rounded figures a figure counts as in the middle, in units of the last decimal. */
const NEAR = 1e-6

/** A figure that a binding rounds although it lies half-way, so that people differ on the result; undefined if there is none. */
export function roundingTie(value: Json, outputOf: OutputOf): number | undefined {
  for (const source of sourcesOf(value)) {
    for (const [i, change] of (source.via ?? []).entries()) {
      if (typeof change !== 'object' || !('round' in change)) continue
      const figure = resolve({ ...source, via: (source.via ?? []).slice(0, i) }, outputOf)
      if (typeof figure !== 'number') continue
      const rest = Math.abs(figure * 10 ** change.round) % 1
      if (Math.abs(rest - 0.5) < NEAR) return figure
    }
  }
  return undefined
}
