import type { Rng } from '../../shared/rng.ts'

const SIZES = ['small', 'large', 'narrow', 'round', 'tall', 'flat', 'heavy', 'folding'] as const
const MATERIALS = ['oak', 'brass', 'wool', 'linen', 'copper', 'bamboo', 'canvas', 'clay'] as const
const THINGS = ['box', 'hook', 'lamp', 'bench', 'basket', 'bowl', 'frame', 'ladder', 'tray', 'stool'] as const

/** A word that tells goods apart, and where in their names it stands. */
export interface Trait {
  word: string
  place: 'start' | 'middle' | 'end'
}

const PARTS = [SIZES, MATERIALS, THINGS] as const
const PLACES = ['start', 'middle', 'end'] as const

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
