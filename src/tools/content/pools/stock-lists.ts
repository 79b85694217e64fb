import type { Rng } from '../../../shared/rng.ts'
import pool from '../words/stock-lists.json' with { type: 'json' }

const { sizes: SIZES, materials: MATERIALS, things: THINGS, places: PLACES } = pool

/** A word that tells goods apart, and where in their names it stands. */
export interface Trait {
  word: string
  place: 'start' | 'middle' | 'end'
}

const PARTS = [SIZES, MATERIALS, THINGS] as const

/** Names of goods such as `small oak lamp`, all different and in no order: two to four that share a trait, three to five without it. */
export function drawStock(rng: Rng): { items: string[]; trait: Trait } {
  const at = rng.int(0, 2)
  const place = PLACES[at] as Trait['place']
  const word = rng.pick(PARTS[at] ?? SIZES)
  const drawName = (has: boolean): string =>
    PARTS.map((words, i) => {
      if (i !== at) return rng.pick(words)
      return has ? word : rng.pick(words.filter((other) => other !== word))
    }).join(' ')
  const names = new Set<string>()
  const sharing = rng.int(2, 4)
  while (names.size < sharing) names.add(drawName(true))
  const all = sharing + rng.int(3, 5)
  while (names.size < all) names.add(drawName(false))
  return { items: rng.shuffle([...names]), trait: { word, place } }
}
