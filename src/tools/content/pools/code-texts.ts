import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/code-texts.json' with { type: 'json' }

const { prefixes: PREFIXES, things: THINGS, places: PLACES } = pool

/** Regular expressions with one group, for the digits after a prefix. */
const PATTERNS: readonly ((prefix: string) => string)[] = [
  (prefix) => `${prefix}(\\d{4})`,
  (prefix) => `${prefix}(\\d+)`,
  (prefix) => `\\b${prefix}(\\d{4})\\b`,
  (prefix) => `${prefix}([0-9]+)`,
  (prefix) => `(?i)${prefix.toLowerCase()}(\\d{4})`,
  (prefix) => `${prefix}(\\d{3})\\d`,
]

const code = (prefix: string, rng: Rng): string => `${prefix}${rng.int(1001, 9999)}`

/**
 * A text that names three to five things by codes, such as `KX4821`, and a regular expression whose group takes the
 * digits out of those with one prefix. No digits stand alone in the text.
 */
export function drawCodeText(rng: Rng): { text: string; pattern: string } {
  const [wanted, other] = rng.sample(PREFIXES, 2) as [string, string]
  const count = rng.int(1, 3)
  const codes = rng.shuffle([
    ...Array.from({ length: count }, () => code(wanted, rng)),
    ...Array.from({ length: rng.int(1, 2) + (count === 1 ? 1 : 0) }, () => code(other, rng)),
  ])
  const places = rng.sample(PLACES, codes.length)
  const thing = rng.pick(THINGS)
  const parts = codes.map((name, i) => `${thing} ${name} ${places[i]}`)
  const text = `We found ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}.`
  return { text, pattern: rng.pick(PATTERNS)(wanted) }
}
