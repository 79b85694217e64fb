import { type Drawn, type DrawReplacement, overlayKey } from '../../schema/world.ts'
import { digest } from '../../shared/python/digest.ts'
import { rngOf } from '../../shared/rng.ts'

function otherOf(drawn: Drawn, seed: number, attempt: number): number | string {
  const { domain, value } = drawn
  const key = overlayKey(drawn)
  const rng = rngOf(seed, 'fork', key, attempt)
  if (domain.kind === 'figure') return rng.decimal(domain.min, domain.max, domain.decimals)
  if (domain.kind === 'hex') return digest('fork', seed, key, attempt).slice(0, domain.digits)
  // The other options in turn, from a place that the seed draws.
  const others = domain.options.map((_, i) => i).filter((i) => i !== value)
  return others[(rngOf(seed, 'fork', key).int(0, others.length - 1) + attempt) % others.length] ?? 0
}

/**
 * Another value that a draw could have had, by seed and number of the attempt: of the same range, options or number
 * of digits. Undefined where the seed gives the same value, or where there is no other.
 */
export function otherValue(drawn: Drawn, seed: number, attempt: number): DrawReplacement | undefined {
  const { label, parts, name, domain } = drawn
  if (domain.kind === 'pick' && domain.options.length < 2) return undefined
  const value = otherOf(drawn, seed, attempt)
  return value === drawn.value ? undefined : { label, parts, name, value }
}
